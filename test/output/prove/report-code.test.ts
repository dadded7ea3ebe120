import { describe, expect, test } from 'vitest';
import { printDiagnostic } from 'speccast';
import { Diagnostics, readSpec } from '../../spec/read-text.js';
import { createTextLocator } from '../../../generator/output/prove/create-text-locator.js';
import { proveInert } from '../../../generator/output/prove/prove-inert.js';
import { checkPaths, reportCode } from '../../../generator/output/prove/report-code.js';
import type { ReportOptions } from '../../../generator/output/prove/report-code.js';
import { parse } from '../parse.js';

const spec = `openapi: 3.1.0
info:
  title: Pets
  version: '1'
  description: a '; fetch('https://evil.example'); '
paths: {}
`;

function verify(text: string, options: ReportOptions): void {
  reportCode(proveInert('src/a.ts', parse(text), new Set(['src/a.ts'])), options);
}

describe('proveInert and reportCode', () => {
  test('reports text of the spec that became code at its position in the spec', () => {
    const diagnostics = new Diagnostics();
    const document = readSpec({ file: 'pets.yaml', text: spec }, { readFile: () => undefined, diagnostics });
    if (document === undefined) throw new Error('the spec was refused');
    const text = 'export const description = \'a \';\nfetch( "https://evil.example" );\n';
    verify(text, { diagnostics, locate: createTextLocator(document) });
    expect(diagnostics.list.map(printDiagnostic)).toEqual([
      'pets.yaml:5:16 error text-became-code: ' +
        'This text would run as code in src/a.ts:2 (acts when it is loaded); please report it',
      'pets.yaml:5:16 error text-became-code: ' +
        'This text would run as code in src/a.ts:2 (calls what has no name of a function); please report it',
    ]);
  });

  test('throws where the code does not come from the spec', () => {
    const act = (): void => verify('fetch();\n', { diagnostics: new Diagnostics(), locate: () => undefined });
    expect(act).toThrow('src/a.ts:1 acts when it is loaded: fetch();');
  });

  const mine = { path: 'src/a.ts', line: 3, text: 'evil()', reason: 'acts when it is loaded' };
  const around = { path: 'src/a.ts', line: 4, text: 'rest', reason: 'reads a name' };
  const at = { file: 'pets.yaml', line: 5, column: 16 };
  const locate = (text: string): typeof at | undefined => (text === 'evil()' ? at : undefined);

  test.each([
    ['before', [around, mine]],
    ['after', [mine, around]],
  ])('says nothing of code that stands %s text of the spec in the same file', (_, findings) => {
    const diagnostics = new Diagnostics();
    reportCode(findings, { diagnostics, locate });
    expect(diagnostics.list.map(printDiagnostic)).toEqual([
      'pets.yaml:5:16 error text-became-code: ' +
        'This text would run as code in src/a.ts:3 (acts when it is loaded); please report it',
    ]);
  });

  test('throws where nothing of a file comes from the spec, whatever was found in another file', () => {
    const findings = [mine, { ...around, path: 'src/b.ts' }];
    expect(() => reportCode(findings, { diagnostics: new Diagnostics(), locate })).toThrow(
      'src/b.ts:4 reads a name: rest',
    );
  });

  test('throws on a file that does not parse', () => {
    const act = (): void =>
      verify('const a = 1;\nconst = 1;\n', { diagnostics: new Diagnostics(), locate: () => undefined });
    expect(act).toThrow(/^src\/a\.ts:2 does not parse: /);
  });
});

describe('checkPaths', () => {
  test.each([
    '../a.ts',
    '/a.ts',
    'a/../b.ts',
    'a//b.ts',
    'a\\b.ts',
    'a\nb.ts',
    'src/con.ts',
    'NUL',
    'a.',
    'a b.ts',
    '',
  ])('refuses %j', (path) =>
    expect(() => checkPaths([path])).toThrow(`Not a path for an output file: ${JSON.stringify(path)}`),
  );

  test('rejects two paths that differ only in case', () => {
    expect(() => checkPaths(['src/a.ts', 'src/A.ts'])).toThrow('Two output files with one name: src/a.ts and src/A.ts');
  });

  test('takes ordinary paths', () => {
    expect(() => checkPaths(['.speccast.json', 'src/models/ad-units.ts', 'CHANGELOG.md'])).not.toThrow();
  });
});
