import { createHash } from 'node:crypto';
import { parsers } from 'prettier/plugins/typescript';

const OTHER = { '===': '!==', '!==': '===', '<': '<=', '<=': '<', '>': '>=', '>=': '>', '&&': '||', '||': '&&' };
const SHOWN = 90;

/** Every small change of a source that the sweep knows: a condition negated, a comparison or a bound moved, a statement left out. */
export function mutantsOf(file, source) {
  const found = [];
  const seen = new Map();
  const add = (where, node, [start, end], text) => {
    const [from, to] = node.range;
    const change = `${shown(source.slice(from, to))} → ${shown(source.slice(from, start) + text + source.slice(end, to))}`;
    const what = `${file} ${where} ${change}`;
    const count = (seen.get(what) ?? 0) + 1;
    seen.set(what, count);
    const id = createHash('sha256').update(`${what} ${count}`).digest('hex').slice(0, 8);
    const edit = (given) => given.slice(0, start) + text + given.slice(end);
    found.push({ id, name: `${file}, ${where}: ${change}`, file, edit });
  };
  visit(parsers.typescript.parse(source, { filepath: file }), 'module', { source, add });
  return found;
}

/** `a ?? b || c` and the like are no programs: a mutant that does not compile proves nothing. */
export function compiles(file, source) {
  try {
    parsers.typescript.parse(source, { filepath: file });
    return true;
  } catch {
    return false;
  }
}

function visit(node, where, context) {
  const here = nameOf(node) ?? where;
  mutate(node, here, context);
  for (const [name, value] of Object.entries(node)) {
    if (name === 'parent' || name === 'loc' || name === 'range') continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isCode(child)) visit(child, here, context);
  }
}

function mutate(node, where, { source, add }) {
  const { type, range } = node;
  switch (type) {
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement': {
      const { test } = node;
      // A comparison is turned round by itself.
      if (!/^[=!]==$/.test(test.operator)) add(where, test, test.range, `!(${source.slice(...test.range)})`);
      return;
    }
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const other = OTHER[node.operator];
      if (other === undefined) return;
      const start = source.indexOf(node.operator, node.left.range[1]);
      add(where, node, [start, start + node.operator.length], other);
      return;
    }
    case 'Literal':
      if (typeof node.value === 'boolean') add(where, node, range, String(!node.value));
      return;
    case 'ThrowStatement':
      add(where, node, range, ';');
      return;
    case 'ExpressionStatement':
      if (leavable(node.expression)) add(where, node, range, ';');
  }
}

/** Without `super()` nothing can be made, which proves nothing. */
function leavable({ type, callee }) {
  return type !== 'Literal' && callee?.type !== 'Super';
}

/** Types are not code; what stands around an expression for the compiler only is. */
function isCode(value) {
  if (typeof value?.type !== 'string') return false;
  return (
    !value.type.startsWith('TS') ||
    ['TSAsExpression', 'TSSatisfiesExpression', 'TSParameterProperty'].includes(value.type)
  );
}

function nameOf(node) {
  const named = ['FunctionDeclaration', 'MethodDefinition', 'PropertyDefinition', 'VariableDeclarator'];
  const name = node.id ?? node.key;
  if (!named.includes(node.type) || name?.name === undefined) return undefined;
  return `${name.type === 'PrivateIdentifier' ? '#' : ''}${name.name}`;
}

function shown(text) {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
}
