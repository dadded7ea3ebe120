import { describe, expect, test } from 'vitest';
import { proveInert } from '../../../generator/output/prove/prove-inert.js';
import { parse } from '../parse.js';

const modules = new Set(['src/a.ts', 'src/runtime/validators/validator.ts', 'src/b.ts']);

/** Why a file is refused, or nothing. */
function reasons(text: string): readonly string[] {
  return proveInert('src/a.ts', parse(text), modules).map((finding) => finding.reason);
}

describe('what emitters write is accepted', () => {
  test.each([
    [
      'an interface',
      'export interface A<T> extends B<T> { readonly "a-b"?: T | "x"; readonly [key: string]: unknown }',
    ],
    ['types that name values', 'export type A = typeof process extends never ? `${string}!` : keyof Window;'],
    [
      'a literal',
      "export const a: Json = { ['__proto__']: [1, -2, 'eval(1)', null, true], \"constructor\": /* eval(1) */ {} };",
    ],
    [
      'a call of the runtime',
      "import { validator } from './runtime/validators/validator.js'; export const a = validator({ is: (x) => x });",
    ],
    [
      'a regular expression',
      "const a = /eval\\(1\\)/u; const b = new RegExp('eval(1)', 'u'); export function c(x: string): boolean { return a.test(x) && b.test(x); }",
    ],
    [
      'a resource class',
      `import { send } from './b.js';
       export class A { readonly #core: Core; readonly b: B; constructor(core: Core) { this.#core = core; this.b = new A(core); }
         get(params: P = {}, options?: O): R { return send(this.#core, params, options); } }`,
    ],
    [
      'a validator',
      `export function is(value: unknown, depth = 0): boolean {
         const a = value['constructor'];
         if (a !== undefined && typeof a !== 'string') return false;
         for (const [key, item] of Object.entries(value)) if (!is(item, depth + 1) || key === '__proto__') return false;
         for (let i = 0; i < a.length; i++) if (!Number.isInteger(a[i])) return false;
         return Array.isArray(value) ? value.every((one) => is(one)) : [1, 2].includes(a.length);
       }`,
    ],
  ])('%s', (_, text) => expect(reasons(text)).toEqual([]));
});

describe('what gets out of a literal is rejected', () => {
  test.each([
    ['a call on loading', "evil('x');", 'acts when it is loaded'],
    ['an assignment on loading', 'globalThis.x = 1;', 'acts when it is loaded'],
    ['a call of a global function', 'export const a = eval(1);', 'calls what has no name of a function'],
    ['a global name', 'export const a = process;', 'uses a global name'],
    ['a global name as shorthand', 'export const a = { process };', 'uses a global name'],
    ['a member of a global name', 'export const a = () => process.exit(1);', 'calls a global name'],
    ['the global object as a base', 'export const a = () => globalThis.eval;', 'uses a global name'],
    ['import() of a package', "export const a = () => import('node:fs');", 'imports a file outside the package'],
    [
      'import() of a name in pieces',
      "export const a = () => import(['node', 'fs'].join(':'));",
      'imports a file outside the package',
    ],
    ['import() of what comes in', 'export const a = (b) => import(b);', 'imports what it computes'],
    ['import() of what is joined', "export const a = (b) => import(['./b', b].join(''));", 'imports what it computes'],
    [
      'import() with attributes',
      "export const a = () => import('./b.js', { with: { type: 'json' } });",
      'imports what it computes',
    ],
    ['require', "export const a = () => require('node:fs');", 'calls what has no name of a function'],
    ['import.meta', 'export const a = import.meta;', 'is syntax that no emitter uses'],
    ['a tagged template', "import { t } from './b.js'; export const a = t`x`;", 'is syntax that no emitter uses'],
    ['new of a global', "export const a = new Function('x');", 'makes what it did not import'],
    [
      'a constructor reached by a member',
      "export const a = () => ''.constructor.constructor('x');",
      'calls what made a value',
    ],
    ['a constructor called', "export const a = () => [].constructor('x');", 'calls what made a value'],
    [
      'a constructor by its name in brackets',
      "export const a = () => ''['constructor']['constructor'];",
      'looks behind a value',
    ],
    [
      'a constructor kept in a variable',
      "export const a = (v) => { const c = v.constructor; return c('x'); };",
      'calls what has no name of a function',
    ],
    [
      'a constructor called indirectly',
      "export const a = (v) => { const c = v.constructor; return c.call(v, 'x'); };",
      'calls what made a value',
    ],
    [
      'a prototype that is changed',
      'export function a(): void { Array.prototype.map = 1; }',
      'changes what made a value',
    ],
    ['a global that is changed', 'export function a(): void { Math.max = 1; }', 'changes a global name'],
    ['a global that is counted up', 'export function a(): void { undefined++; }', 'changes a global name'],
    [
      'a function that is called where it stands',
      'export const a = (() => 1)();',
      'calls what has no name of a function',
    ],
    [
      'a method called on loading',
      'export const a = [1].map((x) => x);',
      'calls a member of a value when it is loaded',
    ],
    ['a static block', 'export class A { static { x(); } }', 'is syntax that no emitter uses'],
    ['a decorator', '@evil export class A {}', 'is syntax that no emitter uses'],
    ['a computed key', 'export const a = { [evil]: 0 };', 'computes a name'],
    ['a computed key of an interface', 'export interface A { [evil()]: string }', 'computes a name'],
    ['a call signature', 'export interface A { (a: string): void }', 'is syntax that no emitter uses'],
    ['a computed key of a class', 'export class A { [evil()] = 0 }', 'computes a name'],
    ['a class that extends a global', 'export class A extends Promise {}', 'uses a global name'],
    ['a global as a default value', 'export function a(x = process): void {}', 'uses a global name'],
    ['a global in a template', 'export const a = `${process}`;', 'uses a global name'],
    ['a package', "import { exec } from 'child_process'; export { exec };", 'imports a file outside the package'],
    [
      'a file outside the package',
      "import { x } from '../../x.js'; export { x };",
      'imports a file outside the package',
    ],
    ['an import of a package for its effect', "import '@speccast/runtime';", 'imports for an effect'],
    ['an import of a strange file for its effect', "import './evil.js';", 'imports a file outside the package'],
    ['an import in a type', "export type A = import('child_process').A;", 'imports inside a type'],
    ['export all from a package', "export * from 'child_process';", 'imports a file outside the package'],
    [
      'a global that is only declared',
      'declare const process: A; export const a = process;',
      'is syntax that no emitter uses',
    ],
    [
      'a global function that is only declared',
      "function Function(x: string): A; export const a = () => new Function('x');",
      'is syntax that no emitter uses',
    ],
    [
      'a global function under the name of an imported type',
      "import type { Function } from './b.js'; export const a = () => new Function('x');",
      'makes what it did not import',
    ],
    [
      'a global function under the name of a type that is imported among values',
      "import { type Function, b } from './b.js'; export const a = () => new Function(b);",
      'makes what it did not import',
    ],
    [
      'a constructor called indirectly where it stands',
      "export const a = (v) => (v.constructor as A).call(v, 'x');",
      'calls what made a value',
    ],
    [
      'a constructor called indirectly out of a list',
      "export const a = (v) => [v.constructor][0].call(v, 'x');",
      'calls what made a value',
    ],
    [
      'a constructor behind a cast',
      "export const a = (v) => (v.constructor as A)['prototype'];",
      'looks behind a value',
    ],
    [
      'a prototype changed by a loop',
      'export function a(x) { for (x.constructor.b of [1]) return; }',
      'changes what made a value',
    ],
    ['a deferred import', "import defer * as b from './b.js'; export { b };", 'is syntax that no emitter uses'],
    [
      'import attributes',
      "import { b } from './b.js' with { type: 'json' }; export { b };",
      'is syntax that no emitter uses',
    ],
    ['all of a module under one name', "import * as b from './b.js'; export { b };", 'is syntax that no emitter uses'],
    ['import = require', "import b = require('child_process');", 'acts when it is loaded'],
    ['a default export', 'export default evil();', 'acts when it is loaded'],
    [
      'a variable of the whole function',
      'export function a() { var process; return process; }',
      'is syntax that no emitter uses',
    ],
    ['a resource that is disposed of', 'export function a(b) { using c = b; }', 'is syntax that no emitter uses'],
    ['a sequence', 'export const a = (b) => (b, b);', 'is syntax that no emitter uses'],
    ['an enum that calls, exported', 'export enum A { a = evil() }', 'calls what has no name of a function'],
    ['deletion', 'export function a(x): void { delete x.y; }', 'is syntax that no emitter uses'],
    ['with', 'export function a(x): void { with (x) {} }', 'is syntax that no emitter uses'],
    ['a namespace', 'namespace A { evil() }', 'acts when it is loaded'],
    ['an enum that calls', 'enum A { a = evil() }', 'calls what has no name of a function'],
    ['an enum that reads a global value', 'export enum A { a = process.pid }', 'uses a global name'],
    ['an object pattern', 'export const a = ({ constructor: c }) => c;', 'is syntax that no emitter uses'],
    [
      'ts-ignore in a comment',
      '/**\n * @ts-ignore */\nexport const a: string = 1;',
      'silences the compiler in a comment',
    ],
    [
      'ts-expect-error in a comment',
      '// @ts-expect-error\nexport const a: string = 1;',
      'silences the compiler in a comment',
    ],
    [
      'a source of JSX',
      '/** a\n * b @jsxImportSource evil */\nexport const a = 1;',
      'directs the compiler in a comment',
    ],
    [
      'a mark that lets bundlers drop calls',
      '/** a @__NO_SIDE_EFFECTS__ */\nexport function a(): void {}',
      'directs a bundler in a comment',
    ],
    ['a source map', '// # sourceMappingURL=/etc/passwd\nexport const a = 1;', 'names a source in a comment'],
    ['ts-nocheck in a comment', '// @ts-nocheck\nexport const a: string = 1;', 'silences the compiler in a comment'],
    [
      'a reference in a comment',
      '/// <reference path="x.d.ts" />\nexport const a = 1;',
      'refers to a file in a comment',
    ],
  ])('%s', (_, text, reason) => expect(reasons(text)).toContain(reason));

  test('the mark of emitters that a call can be dropped is no such word', () => {
    expect(reasons("import { b } from './b.js'; export const a = /* @__PURE__ */ b();")).toEqual([]);
  });

  test('a name declared in one function does not serve another', () => {
    expect(
      reasons('function a() { const process = 1; return process; } export function b() { return process; }'),
    ).toEqual(['uses a global name']);
  });

  test('the finding names the code and its line', () => {
    const file = parse("const a = 1;\nevil('x');\n");
    const want = { path: 'src/a.ts', text: "evil('x');", line: 2, reason: 'acts when it is loaded' };
    expect(proveInert('src/a.ts', file, modules)[0]).toEqual(want);
  });
});

test('only the plan may refer to the capabilities, which are not proven', () => {
  const path = 'src/mocks/capabilities/stamp.ts';
  const text = "import { stamp } from './capabilities/stamp.js';\nexport const a = { stamp };";
  const from = (file: string): readonly string[] =>
    proveInert(file, parse(text), new Set([path])).map((finding) => finding.reason);
  expect(from('src/mocks/plan.ts')).toEqual([]);
  expect(from('src/mocks/pets.ts')).toEqual(['imports a file outside the package']);
});
