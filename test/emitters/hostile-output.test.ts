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

test('a file of any path that is accepted is in the package, and replaces no file of it or of the user', () => {
  let count = 0;
  const files = fc.array(fc.record({ kind: fc.constant('plain'), path, text: fc.constant('1\n') }), { minLength: 1 });
  fc.assert(
    fc.property(files, (list) => {
      for (const { path: accepted } of checkFiles(list, owner, new Diagnostics())) {
        count++;
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
  expect(count).toBeGreaterThan(100);
});

test('any value is a file or reported', () => {
  fc.assert(
    fc.property(fc.array(fc.anything(), { minLength: 1, maxLength: 3 }), (values) => {
      const diagnostics = new Diagnostics();
      const accepted = checkFiles(values, owner, diagnostics);
      expect(diagnostics.failed).toBe(accepted.length < values.length);
    }),
    { numRuns: 2000 },
  );
});

/** Prints a module of an emitter. Returns `undefined` if it does not pass the proof. */
async function printModule(
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

/** Returns whether loading a module calls the global function `act`. */
function hasEffects(text: string): boolean {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS },
  });
  const context = vm.createContext({ exports: {}, touched: false });
  const touch = `globalThis.act = () => { globalThis.touched = true; };`;
  try {
    vm.runInContext(`${touch}\n${outputText}`, context, { timeout: 1000 });
  } catch {
    // A module that throws may have called it before.
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

test('code that passes the proof has no effect when it is loaded', async () => {
  let proven = 0;
  let unproven = 0;
  expect(hasEffects('export const a = act();')).toBe(true);
  await fc.assert(
    fc.asyncProperty(statement, async (text) => {
      const printed = await printModule(text);
      if (printed === undefined) unproven++;
      else proven++;
      expect(printed !== undefined && hasEffects(printed)).toBe(false);
    }),
    { numRuns: 300 },
  );
  expect(Math.min(proven, unproven)).toBeGreaterThan(20);
});

test('the same input has the same output, with and without a cache', async () => {
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
      const first = await printModule(text, undefined, cache);
      if (first !== undefined) texts.set('src/bad.ts', first);
      expect(await printModule(text)).toBe(first);
      expect(await printModule(text, undefined, cache)).toBe(first);
    }),
    { numRuns: 25 },
  );
});

test('only packages that a file declares can be imported, also with a cache', async () => {
  const names = fc.constantFrom('zod', 'fs', 'node:fs', '../../a.js', 'https://a.example/a.js', 'zod/v4', '@acme/b');
  const texts = new Map<string, string>();
  const known = new Map<string, string>();
  const cache: TextCache = {
    has: (hash) => known.has(hash),
    get: (hash) => texts.get(known.get(hash) ?? ''),
    set: (hash, file) => void known.set(hash, file),
  };
  await fc.assert(
    fc.asyncProperty(names, names, fc.boolean(), async (imported, declared, isType) => {
      const text = `import ${isType ? 'type ' : ''}{ a } from '${imported}';\nexport ${isType ? 'type B = a' : 'const b = a'};`;
      const first = await printModule(text, { [declared]: '1' }, cache);
      expect(first !== undefined).toBe(imported === declared && !imported.startsWith('.'));
      if (first !== undefined) texts.set('src/bad.ts', first);
      expect(await printModule(text, undefined, cache)).toBeUndefined();
    }),
    { numRuns: 100 },
  );
});
