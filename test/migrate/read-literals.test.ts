import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { printDiagnostic } from 'speccast';
import { Diagnostics } from '../spec/read-text.js';
import { readLiterals } from '../../generator/migrate/settings/read-literals.js';
import { settingToJson, type Setting } from '../../generator/migrate/settings/setting.js';
import { SourceText } from '../spec/read-tree.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

function read(text: string): {
  readonly setting: Setting | undefined;
  readonly messages: readonly string[];
} {
  const diagnostics = new Diagnostics();
  const setting = readLiterals(new SourceText('config.ts', '', text), diagnostics);
  return { setting, messages: diagnostics.list.map(printDiagnostic) };
}

function readValue(text: string): unknown {
  const { setting, messages } = read(text);
  expect(messages).toEqual([]);
  return setting && settingToJson(setting);
}

test.each(readRows(import.meta.url).rows<readonly [string, string]>('reads'))('reads %s', (_, text) => {
  expect(readValue(text)).toEqual({ a: { input: './a.yaml' } });
});

test('reads scalars and lists', () => {
  const text = `const more = ['c'];\nexport default { a: [1, -2.5, true, !1, null, undefined, 'b', ...more], };`;
  expect(readValue(text)).toEqual({
    a: [1, -2.5, true, false, null, null, 'b', 'c'],
  });
});

test('expressions that would have to run are code, with their position', () => {
  const { setting } = read(`export default {
  a: process.env.API,
  b: (x) => x,
  c: /^v1/,
  d: load('a'),
  e() {},
  f: unknown,
};`);
  const entries = setting?.kind === 'map' ? [...setting.entries] : [];
  expect(
    entries.map(([key, { value, at }]) => [key, at.line, value.kind === 'code' ? value.what : value.kind]),
  ).toEqual([
    ['a', 2, 'the expression `process.env.API`'],
    ['b', 3, 'a function'],
    ['c', 4, 'a regular expression'],
    ['d', 5, "the expression `load('a')`"],
    ['e', 6, 'a function'],
    ['f', 7, '`unknown`, which is not a constant of this module'],
  ]);
});

table('reports %j', (text: string, message: string) => {
  expect(read(text)).toEqual({ setting: undefined, messages: [message] });
});

test('a constant that refers to itself is code', () => {
  expect(readValue('const a = { a };\nexport default a;')).toEqual({});
});

test('constants that double each other are limited', () => {
  const lines = Array.from({ length: 40 }, (_, index) => `const a${index + 1} = [a${index}, a${index}];`);
  const { messages } = read(['const a0 = [];', ...lines, 'export default a40;'].join('\n'));
  expect(messages).toEqual(['config.ts:1:1 error invalid-settings: a configuration has at most 50000 values']);
});

test('values that are nested too deeply are an error', () => {
  for (const depth of [200, 100_000]) {
    const { setting, messages } = read(`export default ${'['.repeat(depth)}${']'.repeat(depth)};`);
    expect(setting === undefined ? messages.length : setting.kind).toBe(setting === undefined ? 1 : 'list');
  }
});

test('reads every JSON value unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const text = JSON.stringify(value);
      // `__proto__` in an object literal sets its prototype.
      fc.pre(!text.includes('__proto__'));
      const { setting } = read(`export default (${text});`);
      expect(JSON.stringify(setting && settingToJson(setting))).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

table('any text is read, or rejected with errors inside it', ({ pieces }: { pieces: readonly string[] }) => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
      const text = parts.join('');
      const diagnostics = new Diagnostics();
      const setting = readLiterals(new SourceText('config.ts', '', text), diagnostics);
      expect(setting !== undefined || diagnostics.failed).toBe(true);
      for (const { at } of diagnostics.list)
        expect(at.line).toBeLessThanOrEqual(text.split(/\r\n|[\n\r\u2028\u2029]/).length);
    }),
    { numRuns: 1000 },
  );
});
