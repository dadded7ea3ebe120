import { expect, test } from 'vitest';
import { lowerApi } from '../lower.js';
import { printDiagnostic } from 'speccast';
import { Diagnostics, readSpec } from '../../spec/read-text.js';

/** Lists the diagnostics of a document with a number of schemas that no operation uses. */
function lowerSchemas(count: number): readonly string[] {
  const entries = Array.from({ length: count }, (_, index) => `"S${index}":{"type":"string"}`);
  const text = `{"openapi":"3.1.0","info":{"title":"Many","version":"1"},"components":{"schemas":{\n${entries.join(',\n')}}}}`;
  const diagnostics = new Diagnostics();
  const document = readSpec({ file: 'a.json', text }, { readFile: () => undefined, diagnostics });
  if (document !== undefined) lowerApi(document, { name: 'many', diagnostics });
  return diagnostics.list.map(printDiagnostic);
}

test('a file of more schemas than TypeScript checks in seconds is reported at the first schema beyond the limit', () => {
  expect(lowerSchemas(5_000)).toEqual([]);
  expect(lowerSchemas(12_000)).toEqual([
    'a.json:5002:9 warning many-schemas: the validators of 12000 schemas are in the file "shared.ts"; beyond 5000, TypeScript takes minutes: about 2 for these',
  ]);
});
