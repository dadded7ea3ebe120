import { posix } from 'node:path';
import vm from 'node:vm';
import * as fc from 'fast-check';
import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { Diagnostics, locateStart } from '../spec/read-text.js';
import { checkFiles } from '../../generator/output/emitters/check-emitted.js';
import { printProven, type OutputFile, type TextCache } from '../output/prove/print-proven.js';

const owner = { name: 'bad', at: locateStart('specs/speccast.yaml') };

const segment = fc.oneof(
  fc.constantFrom(
    '..',
    '.',
    '',
    'src',
    'custom',
    'dist',
    'a.json',
    'README.md',
    'package.json',
    '.git',
    'con',
    '~',
    'C:',
  ),
  fc.constantFrom(
    '%2e%2e',
    '..\\',
    'a\u0000.json',
    'node_modules',
    'CHANGELOG.md',
    '.speccast.json',
    'LICENSE',
    'a.ts',
  ),
  fc.string({ maxLength: 6 }),
);

const path = fc.array(segment, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'));

test('whatever the path, a file is in the package, and neither its own nor of its user', () => {
  let taken = 0;
  const files = fc.array(fc.record({ kind: fc.constant('plain'), path, text: fc.constant('1\n') }), { minLength: 1 });
  fc.assert(
    fc.property(files, (list) => {
      for (const { path: accepted } of checkFiles(list, owner, new Diagnostics())) {
        taken++;
        const whole = posix.resolve('/package', accepted);
        expect(whole).toBe(`/package/${accepted}`);
        expect(accepted).toMatch(/^[\w.-]+(?:\/[\w.-]+)*\.(?:md|json)$/);
        expect(accepted).not.toMatch(
          /^(?:src\/custom|dist|node_modules|\.[^/]*)(?:\/|$)|^(?:CHANGELOG\.md|\.speccast\.json)$/i,
        );
      }
    }),
    { numRuns: 2000 },
  );
  expect(taken).toBeGreaterThan(100);
});

test('whatever a value is, it is a file or reported', () => {
  fc.assert(
    fc.property(fc.array(fc.anything(), { minLength: 1, maxLength: 3 }), (values) => {
      const diagnostics = new Diagnostics();
      const accepted = checkFiles(values, owner, diagnostics);
      expect(diagnostics.failed).toBe(accepted.length < values.length);
    }),
    { numRuns: 2000 },
  );
});

/** The text of a module of an emitter, or `undefined` where it is not proven. */
async function textOf(
  body: string,
  packages?: Readonly<Record<string, string>>,
  cache?: TextCache,
): Promise<string | undefined> {
  const file: OutputFile = {
    kind: 'source',
    path: 'src/bad.ts',
    imports: [],
    body: [body],
    ...(packages && { packages }),
  };
  const owners = { emitters: new Map([[file.path, owner]]), templates: new Map() };
  const { files, diagnostics } = await printProven([file], { format: false, owners, cache });
  if (files.length === 0)
    for (const { code, at } of diagnostics) expect([code, at]).toEqual(['dangerous-code', owner.at]);
  return files[0]?.text;
}

/** Tells whether loading a module reaches a global that it must not. */
function acts(text: string): boolean {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS },
  });
  const context = vm.createContext({ exports: {}, touched: false });
  const touch = `globalThis.act = () => { globalThis.touched = true; };`;
  try {
    vm.runInContext(`${touch}\n${outputText}`, context, { timeout: 1000 });
  } catch {
    // What throws may have acted before.
  }
  return context['touched'] === true;
}

const code = fc.constantFrom(
  'act()',
  '(0, act)()',
  'globalThis.act()',
  '[].constructor.constructor("act()")()',
  'new Function("act()")()',
  'eval("act()")',
  '(() => { act(); })()',
  '`${act()}`',
  '{ get a() { return act(); } }.a',
  '[act][0]()',
  'act.call()',
  'act``',
  'Object.keys({ a: act() })',
  'Array.from([1], act)',
  '[1].map(act)',
  'String(1)',
  "'text'",
  '1',
  '{ a: 1 }',
);

const statement = fc.oneof(
  code.map((one) => `export const a = ${one};`),
  code.map((one) => `${one};`),
  code.map((one) => `export class A { static a = ${one}; }`),
  code.map((one) => `export class A { static { ${one}; } }`),
  code.map((one) => `export class A extends (${one}) {}`),
  code.map((one) => `export function f(): unknown { return ${one}; }\nexport const a = f();`),
  code.map((one) => `export enum E { A = ${one} }`),
  code.map((one) => `export const { a = ${one} } = {};`),
  code.map((one) => `/* */ export const a = 1; // \u2028 ${one}`),
  code.map((one) => `export default ${one};`),
  code.map((one) => `export const o = { [${one}]: 1 };`),
);

test('code that is proven does nothing when it is loaded', async () => {
  let proven = 0;
  let unproven = 0;
  expect(acts('export const a = act();')).toBe(true);
  await fc.assert(
    fc.asyncProperty(statement, async (text) => {
      const printed = await textOf(text);
      if (printed === undefined) unproven++;
      else proven++;
      expect(printed !== undefined && acts(printed)).toBe(false);
    }),
    { numRuns: 300 },
  );
  expect(Math.min(proven, unproven)).toBeGreaterThan(20);
});

test('the same input gives the same output, with and without a cache', async () => {
  const known = new Map<string, string>();
  const texts = new Map<string, string>();
  const cache: TextCache = {
    has: (hash) => known.has(hash),
    get: (hash) => texts.get(known.get(hash) ?? ''),
    set: (hash, file) => void known.set(hash, file),
  };
  await fc.assert(
    fc.asyncProperty(statement, async (text) => {
      texts.clear();
      known.clear();
      const first = await textOf(text, undefined, cache);
      if (first !== undefined) texts.set('src/bad.ts', first);
      expect(await textOf(text)).toBe(first);
      expect(await textOf(text, undefined, cache)).toBe(first);
    }),
    { numRuns: 25 },
  );
});

test('a package is imported where the file asks for it, and by no text otherwise, not even from a cache', async () => {
  const names = fc.constantFrom('zod', 'fs', 'node:fs', '../../a.js', 'https://a.example/a.js', 'zod/v4', '@acme/b');
  const texts = new Map<string, string>();
  const known = new Map<string, string>();
  const cache: TextCache = {
    has: (hash) => known.has(hash),
    get: (hash) => texts.get(known.get(hash) ?? ''),
    set: (hash, file) => void known.set(hash, file),
  };
  await fc.assert(
    fc.asyncProperty(names, names, fc.boolean(), async (imported, asked, isType) => {
      const text = `import ${isType ? 'type ' : ''}{ a } from '${imported}';\nexport ${isType ? 'type B = a' : 'const b = a'};`;
      const first = await textOf(text, { [asked]: '1' }, cache);
      expect(first !== undefined).toBe(imported === asked && !imported.startsWith('.'));
      if (first !== undefined) texts.set('src/bad.ts', first);
      expect(await textOf(text, undefined, cache)).toBeUndefined();
    }),
    { numRuns: 100 },
  );
});
