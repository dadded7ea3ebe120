import * as fc from 'fast-check';
import { ts } from 'ts-morph';
import { describe, expect, test } from 'vitest';
import { globalNames } from '../../../generator/output/prove/prove-capability.js';

const names = ['process', 'fetch', 'require', 'eval', 'globalThis', 'self', 'Function'];

/** Lists the globals that a text uses, with their columns: `process:6`. */
function listGlobals(text: string): readonly string[] {
  const source = ts.createSourceFile('a.ts', `export {};\n${text}`, ts.ScriptTarget.Latest);
  return globalNames(source, new Set(names)).map((node) => `${node.text}:${node.getStart(source) - 10}`);
}

/** Code in which `NAME` is not a global. */
const own = [
  'const NAME = 1; void NAME;',
  'function f() { return NAME; var NAME = 1; }',
  'function NAME() {} NAME();',
  'const f = (NAME: () => void) => NAME();',
  'const f = ({ NAME }: any) => NAME;',
  'const f = ({ a: NAME }: any) => [NAME, { NAME }];',
  'const f = ([NAME]: any) => ({ a: NAME });',
  'const f = ({ NAME: other }: any) => other;',
  'const f = (value: any) => value.NAME();',
  'const f = (value: any) => value?.NAME;',
  'const f = { NAME: 1 };',
  'const f = { NAME() {} };',
  'const f = { get NAME() { return 1; } };',
  'class C { NAME() {} static NAME = 1; }',
  'class NAME {} new NAME();',
  'const f = class NAME { g() { return NAME; } };',
  'const f = function NAME() { return NAME; };',
  'enum E { NAME }',
  'enum NAME { A } void NAME.A;',
  "import { NAME } from '@speccast/runtime'; NAME();",
  "import { a as NAME } from '@speccast/runtime'; NAME();",
  "import { NAME as a } from '@speccast/runtime'; a();",
  "import * as NAME from '@speccast/runtime'; void NAME.a;",
  'try {} catch (NAME) { void NAME; }',
  'for (const NAME of [1]) void NAME;',
  'for (let NAME = 0; NAME < 1; NAME++);',
  'NAME: for (;;) break NAME;',
  'type T = typeof NAME;',
  'type NAME = 1; let a: NAME;',
  'interface I { NAME: string; NAME(): void }',
  'let a: import("x").NAME;',
  '/** NAME */ const a = "NAME";',
  'namespace N { export const NAME = 1; void NAME; }',
  'export { a as NAME }; const a = 1;',
];

/** Code that uses the global `NAME` once, after `@`. */
const global = [
  'void @NAME;',
  '@NAME();',
  'new @NAME();',
  'const a = { b: @NAME };',
  'const a = { @NAME };',
  'const a = { [@NAME]: 1 };',
  'const { NAME: other } = @NAME;',
  'const f = (a = @NAME) => a;',
  'class C extends @NAME {}',
  'class C { a = @NAME; }',
  '{ const NAME = 1; } void @NAME;',
  'const f = (NAME: number) => NAME; void @NAME;',
  'declare const NAME: any; void @NAME;',
  'declare function NAME(): void; void @NAME;',
  'declare global { var NAME: any } void @NAME;',
  'interface NAME {} void @NAME;',
  'type NAME = 1; void @NAME;',
  'void (@NAME as any);',
  'void (@NAME as unknown as { NAME: 1 }).NAME;',
  'void `${@NAME}`;',
  'export { @NAME as a };',
  'export default @NAME;',
  'a: @NAME;',
  'void typeof @NAME;',
];

describe('names of globals', () => {
  test.each(own)('are not globals if the file declares them: %s', (text) => {
    for (const name of names.slice(0, 3)) expect(listGlobals(text.replaceAll('NAME', name)), name).toEqual([]);
  });

  test.each(global)('are found if the file does not declare them: %s', (text) => {
    for (const name of names) {
      const written = text.replaceAll('NAME', name);
      expect(listGlobals(written.replace('@', '')), name).toEqual([`${name}:${written.indexOf('@') + 1}`]);
    }
  });

  test('are found among other code', () => {
    const one = fc.record({ isOwn: fc.boolean(), at: fc.nat(), name: fc.constantFrom(...names.slice(0, 3)) });
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 5 }), (all) => {
        const texts = all.map(({ isOwn, at, name }) => {
          const list = (isOwn ? own : global).filter((text) => !/^import|export|declare|namespace/.test(text));
          return { isOwn, text: (list[at % list.length] ?? '').replaceAll('NAME', name) };
        });
        const written = texts.map(({ text }) => `function inner() { ${text.replace('@', '')} }`).join('\n');
        expect(listGlobals(written)).toHaveLength(texts.filter(({ isOwn }) => !isOwn).length);
      }),
    );
  });
});
