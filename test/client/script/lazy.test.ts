import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Runs built code in a process of its own, and says whether it loaded the YAML parser. */
async function loadsYaml(code: string): Promise<boolean> {
  const program = `
    import { createRequire } from 'node:module';
    import { parseAnswerFile } from 'vuelta/client';
    ${code}
    const loaded = Object.keys(createRequire(import.meta.url).cache);
    process.stdout.write(String(loaded.some((file) => /[\\\\/]node_modules[\\\\/]yaml[\\\\/]/.test(file))));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  return stdout === 'true';
}

it('loads the YAML parser only when YAML is read', async () => {
  expect(await loadsYaml('')).toBe(false);
  expect(await loadsYaml(`await parseAnswerFile('{"answers": {"a": "decline"}}');`)).toBe(false);
  expect(await loadsYaml(`await parseAnswerFile('answers: { a: decline }');`)).toBe(true);
});
