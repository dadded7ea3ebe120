import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { filesBelow, listAllNodes, parse, root, readFromRoot } from '../rules/sources.js';
import { runCommand } from './run-command.js';

type Flags = NonNullable<ParseArgsConfig['options']>;

/** Commands with flags of their own. */
const withFlags = [...readFromRoot('generator/commands/commands.ts').matchAll(/^ {4}(\w+): \{$/gm)].map(
  ([, name = '']) => name,
);
const commands = [...withFlags, 'help'];

const sources = filesBelow('generator/commands', '.ts');

/** Flags of the options in `options.ts`. A flag takes a value unless its option is a boolean, or has a value with the name of the flag. */
const optionFlags: Flags = Object.fromEntries(
  readFromRoot('generator/options.ts')
    .split(/^ {2}\w+: \{$/m)
    .flatMap((row) => {
      const [, flag] = / flag: '([\w-]+)'/.exec(row) ?? [];
      const type = / kind: 'boolean'/.test(row) || flag === 'source' ? 'boolean' : 'string';
      return flag === undefined ? [] : [[flag, { type, multiple: row.includes('isRepeatable: true') }] as const];
    }),
);

/** Lists the flags of a command: entries of the tables in its file, `json: { type: 'boolean' }`. */
function listFlags(command: string): Flags {
  const [path = ''] = sources.filter((one) => one.endsWith(`/${command}.ts`));
  const entries = [...listAllNodes(parse(path))].filter(ts.isPropertyAssignment);
  const flags = entries.flatMap((entry) => {
    const { name, initializer } = entry;
    const type = /^\{ type: '(boolean|string)'/.exec(initializer.getText())?.[1];
    if (type !== 'boolean' && type !== 'string') return [];
    // Help does not show deprecated names of flags, such as `--places`.
    if (entry.getFullText().includes('// Deprecated:')) return [];
    const multiple = initializer.getText().includes('multiple: true');
    return [[name.getText().replaceAll("'", ''), { type, ...(multiple && { multiple }) }] as const];
  });
  return { ...Object.fromEntries(flags), ...(command === 'generate' && optionFlags) };
}

const { out: usage } = await runCommand('help', { args: [], cwd: root });
const helps = new Map<string, string>();
for (const name of withFlags) helps.set(name, (await runCommand('help', { args: [name], cwd: root })).out);

/** Splits the help of a command into its calls with their flags, and its examples. */
function splitHelp(name: string): readonly [calls: string, examples: string] {
  const [calls = '', ...examples] = (helps.get(name) ?? '').split(/\n(?=Examples? of )/);
  return [calls, examples.join('\n')];
}

/** Lists the calls in a text without their descriptions: `  speccast help  Prints …` → `speccast help`. */
function callsIn(text: string): readonly string[] {
  return [...text.matchAll(/^ {2}(speccast .+?)(?: {2,}.*)?$/gm)].map(([, call = '']) => call);
}

test('commands and flags are found in the source', () => {
  expect(withFlags).toEqual(expect.arrayContaining(['init', 'generate', 'validators', 'mock', 'drift']));
  expect(Object.keys(listFlags('generate'))).toEqual(expect.arrayContaining(['check', 'watch', 'spec', 'overlay']));
});

test('the usage describes every command of the command line, and no other', () => {
  const named = [...usage.matchAll(/^ {2}speccast (\w+) /gm)].map(([, name]) => name);
  expect([...new Set(named)].toSorted()).toEqual(commands.toSorted());
});

test('the error for an unknown command lists all commands', async () => {
  const { err } = await runCommand('nothing', { args: [], cwd: root });
  expect(err).toMatch(/\nCommands: (?:\w+, )+help\. `speccast help` describes them\.\n$/);
  for (const name of withFlags) expect(err).toContain(`${name}, `);
});

/** The name of `validators --positions` before 0.2, which help does not show. */
const DEPRECATED = 'places';

test.each(withFlags)('the help of %s names all its flags, and no others', (name) => {
  const named = new Set([...splitHelp(name)[0].matchAll(/--([a-z][a-z0-9-]*)/g)].map(([, flag]) => flag));
  const flags = Object.keys(listFlags(name)).filter((flag) => flag !== DEPRECATED);
  expect([...named].toSorted()).toEqual(flags.toSorted());
});

test.each(withFlags)('the help of %s has its calls, valid examples, and the exit codes', (name) => {
  const help = helps.get(name) ?? '';
  expect(help.startsWith(`  speccast ${name} `)).toBe(true);
  expect(help.endsWith('\nExit codes: 0 done, 1 failed or out of date, 2 wrong usage.\n')).toBe(true);
  const calls = callsIn(splitHelp(name)[1]);
  expect(calls).not.toEqual([]);
  for (const call of calls) {
    const [, command, ...args] = call.split(' ');
    expect(command).toBe(name);
    expect(
      () => parseArgs({ args, options: listFlags(name), allowPositionals: true, strict: true }),
      call,
    ).not.toThrow();
  }
});

test('no line of a help is wider than 120 columns', () => {
  const lines = [usage, ...helps.values()].flatMap((text) => text.split('\n'));
  expect(lines.filter((line) => line.length > 120)).toEqual([]);
});

/** Codes of diagnostics whose hints `init` alone prints. Any command that reads a spec may print the others. */
const hintsOfInit: readonly string[] = ['unnamed-document', 'several-services', 'taken-name'];

/** Texts in messages about documents, which several commands print. */
const messages = [...filesBelow('generator/spec', '.ts'), ...filesBelow('generator/api', '.ts')].flatMap((path) =>
  [...listAllNodes(parse(path))]
    .filter((node) => ts.isStringLiteral(node) || ts.isTemplateExpression(node))
    .map((node): [string | undefined, string] => [undefined, node.getText()]),
);
// `test/rules/diagnostics.test.ts` compares this table with the printed hints.
const hints = [
  ...readFromRoot('specs/README.md').matchAll(/^\| `([a-z-]+)` +\| (?:error|warning)[^|]*\|[^|]*\| ([^|]*?) *\|/gm),
];
const printed = hints
  .map(([, code = '', hint = '']): [string | undefined, string] => [
    hintsOfInit.includes(code) ? 'init' : undefined,
    hint,
  ])
  .concat(messages)
  .filter(([, text]) => /--[a-z]/.test(text));

test('texts with flags are found in the source', () => {
  expect(hints.length).toBeGreaterThan(100);
  expect(printed.length).toBeGreaterThan(5);
});

test.each(printed)('each flag exists (command %s, or the command named before it): %s', (command, text) => {
  for (const { 1: flag = '', index } of text.matchAll(/--([a-z-]+)/g)) {
    const named = /(\w+) --[^`]*$/.exec(text.slice(0, index + 2))?.[1];
    expect(Object.keys(listFlags(command ?? named ?? '')), `--${flag}`).toContain(flag);
  }
});
