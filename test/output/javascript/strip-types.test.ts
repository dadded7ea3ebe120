import { ts } from 'ts-morph';
import { describe, expect, test } from 'vitest';
import { stripTypes } from '../../../generator/output/javascript/strip-types.js';
import { filesBelow, readFromRoot } from '../../rules/sources.js';
import { readRows } from '../../rows.js';

const same = (specifier: string): string => specifier;

function strip(text: string, rename = same): string {
  return stripTypes(ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest), rename);
}

/** Compiles a module to JavaScript with the compiler. */
function transpile(text: string): string {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true };
  return ts.transpileModule(text, { fileName: 'a.ts', compilerOptions }).outputText;
}

/** Prints code in the format of the compiler, without comments. */
function normalize(code: string): string {
  const file = ts.createSourceFile('a.js', code, ts.ScriptTarget.Latest);
  const printed = ts.createPrinter({ removeComments: true }).printFile(file);
  // The compiler adds these lines to a module without other imports and exports.
  return printed.replaceAll(/^(?:"use strict"|export \{\s*\});\n/gm, '').trim();
}

describe('stripTypes', () => {
  test.each(readRows(import.meta.url).rows<readonly [string, string]>('stripTypes'))('%s', (given, want) => {
    const code = strip(given);
    if (want !== '') expect(normalize(code)).toBe(normalize(want));
    expect(normalize(code)).toBe(normalize(transpile(given)));
  });

  test('renames the modules of imports and exports', () => {
    expect(strip("import { a } from './a.js';\nexport { b } from 'b';", (name) => `${name}?`)).toBe(
      "import { a } from './a.js?';\nexport { b } from 'b?';",
    );
  });

  test('has the same result as the compiler for generated code', () => {
    const files = filesBelow('generated', '.ts').filter(
      (path) => /\/src\/(?:mocks|operations|validators)\//.test(path) && !path.includes('/capabilities/'),
    );
    expect(files.length).toBeGreaterThan(100);
    const differing = files.filter((path) => {
      const text = readFromRoot(path);
      return normalize(strip(text)) !== normalize(transpile(text));
    });
    expect(differing).toEqual([]);
  });
});
