import { expect, test } from 'vitest';
import { compileValidators, printDiagnostic } from 'speccast';
import { runModule } from '../../../conformance/compile-module.js';
import { readRows } from '../../../rows.js';

const { data } = readRows(import.meta.url);

const info = { title: 'Pets', version: '1' };

/** The same schemas in each kind of document. The friend of a pet is a pet or null. */
const documents = data<Readonly<Record<string, object>>>('documents');

test.each(Object.entries(documents))('the named schemas of %s are compiled', async (_, document) => {
  const { code = '', diagnostics } = await compileValidators({ text: JSON.stringify(document), file: 'pets.json' });
  expect(diagnostics).toEqual([]);
  const { Pet, Friend } = await runModule(code);
  const values = [{ name: 'Tom' }, { name: 'Tom', friend: { name: 'Tim' } }, { name: 'Tom', friend: {} }, {}];
  expect(values.map((value) => Pet?.is(value))).toEqual([true, true, false, false]);
  expect(Friend?.is(7)).toBe(false);
  expect(Pet?.check({})).toEqual([
    { message: 'is required', path: ['name'], keyword: 'required', schema: '#/components/schemas/Pet/required' },
  ]);
  expect(Pet?.['~standard'].jsonSchema.output({ target: 'draft-2020-12' })).toMatchObject({ required: ['name'] });
});

test('a thousand schemas that refer to each other share their functions', async () => {
  const names = Array.from({ length: 1000 }, (_, index) => `Item${index}`);
  const schemas = Object.fromEntries(
    names.map((name, index) => [
      name,
      { type: 'object', properties: { next: { $ref: `#/components/schemas/Item${(index + 1) % names.length}` } } },
    ]),
  );
  const text = JSON.stringify({ openapi: '3.1.0', info, components: { schemas } });
  const { code = '' } = await compileValidators({ text });
  expect(code.match(/^function isItem\d+\(/gm)).toHaveLength(1000);
});

test('faults of a document are repaired, and reported at their position', async () => {
  const text = `openapi: 3.1.0
info: { title: Pets, version: '1' }
components: { schemas: { Age: { type: integer, minimum: 0, exclusiveMinimum: true } } }
`;
  const { code = '', diagnostics } = await compileValidators({ text, file: 'pets.yaml', positions: true });
  expect(diagnostics.map(printDiagnostic)).toEqual([
    'pets.yaml:3:78 warning wrong-type: "exclusiveMinimum" must be a number, not a boolean; it is read as in OpenAPI 3.0',
  ]);
  const { Age } = await runModule(code);
  expect(Age?.check(0)).toMatchObject([{ keyword: 'exclusiveMinimum', place: { file: 'pets.yaml', line: 3 } }]);
});

test('schemas may refer to schemas outside of `components.schemas`', async () => {
  const text = JSON.stringify({
    openapi: '3.1.0',
    info,
    components: {
      schemas: { Name: { $ref: '#/components/parameters/name/schema' } },
      parameters: { name: { name: 'name', in: 'query', schema: { type: 'string', maxLength: 3 } } },
    },
  });
  const { code = '' } = await compileValidators({ text });
  const { Name } = await runModule(code);
  expect([Name?.is('Tom'), Name?.is('Toms')]).toEqual([true, false]);
  expect(Name?.['~standard'].jsonSchema.output({ target: 'draft-2020-12' })).toMatchObject({ maxLength: 3 });
});

test('a warning is reported once, also in documents of several files', async () => {
  const text = `openapi: 3.1.0
info: { title: Pets, version: '1' }
components: { schemas: { Own: { type: string, pattern: '^a\\-b$' }, Other: { $ref: 'b.yaml#/Other' } } }
`;
  const other = "Other: { type: object, properties: { a: { type: string, pattern: '^c\\-d$' } } }\n";
  const readFile = (file: string): string | undefined => (file === 'b.yaml' ? other : undefined);
  const { code = '', diagnostics } = await compileValidators({ text, file: 'a.yaml', readFile, positions: true });
  const reports = diagnostics.map(({ at, code: name }) => `${at.file}:${at.line}:${at.column} ${name}`);
  expect(reports).toEqual(['a.yaml:3:56 non-unicode-pattern', 'b.yaml:1:66 non-unicode-pattern']);
  const { Own, Other } = await runModule(code);
  expect([Own?.is('a-b'), Other?.is({ a: 'c-d' }), Other?.is({ a: 'd' })]).toEqual([true, true, false]);
});

test('a pattern that takes exponential time is an error in any of its files', async () => {
  const text = `openapi: 3.1.0
info: { title: Pets, version: '1' }
components: { schemas: { Other: { $ref: 'b.yaml#/Other' } } }
`;
  const readFile = (): string => "Other: { type: string, pattern: '^(a+)+$' }\n";
  const { code, diagnostics } = await compileValidators({ text, file: 'a.yaml', readFile });
  expect(code).toBeUndefined();
  expect(diagnostics.filter(({ severity }) => severity === 'error').map((one) => one.code)).toEqual([
    'exponential-pattern',
  ]);
});
