// Prints how long it takes to import one package in a fresh process, in milliseconds.
const name = process.argv[2];
const started = performance.now();
await import(name);
console.log(performance.now() - started);
