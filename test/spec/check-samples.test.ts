import { expect, test } from 'vitest';
import { printDiagnostic } from 'speccast';
import { Diagnostics } from '../../generator/diagnostics.js';
import { readSpec } from '../../generator/spec/read-spec.js';

function complaintsAbout(schema: object): readonly string[] {
  const root = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {},
    components: { schemas: { A: schema } },
  };
  const diagnostics = new Diagnostics();
  readSpec({ file: 'a.json', text: JSON.stringify(root) }, { readFile: () => undefined, diagnostics });
  return diagnostics.list.map((one) => printDiagnostic(one).replace(/^\S+ /, ''));
}

test.each([
  [{ type: 'integer', maximum: 100, default: 500 }, 'invalid-default: "default" is 500, which "maximum: 100" rejects'],
  [{ type: 'integer', minimum: 1, default: 0 }, 'invalid-default: "default" is 0, which "minimum: 1" rejects'],
  [{ exclusiveMinimum: 0, default: 0 }, 'invalid-default: "default" is 0, which "exclusiveMinimum: 0" rejects'],
  [{ exclusiveMaximum: 1, default: 1 }, 'invalid-default: "default" is 1, which "exclusiveMaximum: 1" rejects'],
  [{ type: 'string', maxLength: 1, example: 'ab' }, 'invalid-example: "example" is "ab", which "maxLength: 1" rejects'],
  [{ type: 'string', minLength: 1, default: '' }, 'invalid-default: "default" is "", which "minLength: 1" rejects'],
  [{ type: 'array', maxItems: 0, default: [1] }, 'invalid-default: "default" is [1], which "maxItems: 0" rejects'],
  [{ type: 'array', minItems: 1, default: [] }, 'invalid-default: "default" is [], which "minItems: 1" rejects'],
])('%j is told', (schema, want) => {
  expect(complaintsAbout(schema)).toEqual([`warning ${want}`]);
});

test('a sample at its bounds is none, and a character counts once', () => {
  expect(complaintsAbout({ type: 'integer', minimum: 1, maximum: 1, default: 1 })).toEqual([]);
  expect(complaintsAbout({ type: 'string', maxLength: 1, default: '😀' })).toEqual([]);
});
