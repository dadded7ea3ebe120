import { ts } from 'ts-morph';
import { describe, expect, test } from 'vitest';
import { stripTypes } from '../../../generator/output/javascript/strip-types.js';
import { filesBelow, readFromRoot } from '../../rules/sources.js';
import { readRows } from '../../rows.js';

const same = (specifier: string): string => specifier;

function strip(text: string, rename = same): string {
  return stripTypes(ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest), rename);
}

/** What the compiler makes of a module. */
function transpile(text: string): string {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true };
  return ts.transpileModule(text, { fileName: 'a.ts', compilerOptions }).outputText;
}

/** The code as the compiler writes it, without comments. */
function normal(code: string): string {
  const file = ts.createSourceFile('a.js', code, ts.ScriptTarget.Latest);
  const printed = ts.createPrinter({ removeComments: true }).printFile(file);
  // The compiler marks what is left of a module.
  return printed.replaceAll(/^(?:"use strict"|export \{\s*\});\n/gm, '').trim();
}

describe('stripTypes', () => {
  test.each(readRows(import.meta.url).rows<readonly [string, string]>('stripTypes'))('%s', (given, want) => {
    const code = strip(given);
    if (want !== '') expect(normal(code)).toBe(normal(want));
    expect(normal(code)).toBe(normal(transpile(given)));
  });

  test('gives other names of what is imported', () => {
    expect(strip("import { a } from './a.js';\nexport { b } from 'b';", (name) => `${name}?`)).toBe(
      "import { a } from './a.js?';\nexport { b } from 'b?';",
    );
  });

  test('leaves of generated code what the compiler leaves', () => {
    const files = filesBelow('generated', '.ts').filter(
      (path) => /\/src\/(?:mocks|operations|validators)\//.test(path) && !path.includes('/capabilities/'),
    );
    expect(files.length).toBeGreaterThan(100);
    const differing = files.filter((path) => {
      const text = readFromRoot(path);
      return normal(strip(text)) !== normal(transpile(text));
    });
    expect(differing).toEqual([]);
  });
});
