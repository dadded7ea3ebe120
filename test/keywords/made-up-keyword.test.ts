import { afterAll, expect, test, vi } from 'vitest';
import type { Json } from 'speccast/emitter';
import type { Validator } from '@speccast/runtime/validators';

const table = '../../generator/keywords/strings.js';
const samples = '../../templates/emulator/values/samples/sample-string.js';

// Other tests share the modules, which must not know this keyword.
vi.resetModules();

// A new keyword needs three things: an entry in the table of the generator,
vi.doMock(table, async (original) => {
  const module = await original<{ readonly strings: object }>();
  const startsWith = {
    takes: 'text',
    vocabulary: 'validation',
    comparison: { kind: 'text', code: 'pattern' },
    note: (start: string, code: (text: string) => string): string => `Begins with ${code(start)}.`,
    is: (value: string, start: string, { literal }: { readonly literal: (value: Json) => string }): string =>
      `${value}.startsWith(${literal(start)})`,
  } as const;
  return { ...module, strings: { ...module.strings, startsWith } };
});

// a function that adjusts samples to it,
vi.doMock(samples, async (original) => {
  const module = await original<{ readonly adjustments: object }>();
  // The table itself is changed, because other functions of the module read it.
  Object.assign(module.adjustments, {
    startsWith: (text: string, start: Json) => (text.startsWith(String(start)) ? text : String(start) + text),
  });
  return module;
});

afterAll(() => {
  vi.doUnmock(table);
  vi.doUnmock(samples);
  vi.resetModules();
});

// and its check and its name in the runtime.
const check = `
/** \`startsWith\`. */
export function checkStartsWith(at: Location, start: string): boolean {
  const { value } = at;
  return typeof value === 'string' && !value.startsWith(start) && reject(at, 'startsWith', \`must begin with \${start}\`);
}
`;

const { lowerNotes } = await import('../../generator/api/schemas/doc.js');
const { sample } = await import('@speccast/emulator');
const { lowerOrThrow, lowerParts } = await import('../api/lower.js');
const { compileModule, ownAssets } = await import('../conformance/compile-module.js');
const { compareTexts } = await import('../compare/changes.js');

const runtime = new Map(
  [...ownAssets.runtime].map(([path, text]) => {
    if (path.endsWith('keywords/strings.ts')) return [path, text + check] as const;
    return [
      path,
      path.endsWith('schema-keywords.ts') ? text.replace('minLength', 'startsWith minLength') : text,
    ] as const;
  }),
);

async function compile(schema: Json): Promise<Validator<unknown> | undefined> {
  const sources = { schemas: { Code: schema }, formats: 'assert', assets: { ...ownAssets, runtime } } as const;
  return (await compileModule(sources))['Code'];
}

const schema = { type: 'string', startsWith: 'ab', minLength: 12 };
const components = { components: { schemas: { Code: schema } } };

test('reading a spec accepts a valid value of it and rejects an invalid one', () => {
  expect(lowerParts(components).diagnostics).toEqual([]);
  const wrong = { components: { schemas: { Code: { startsWith: 5 } } } };
  expect(() => lowerParts(wrong)).toThrow('"startsWith" must be a string, not a number');
});

test('it is lowered with the keywords of its type, and is in the notes', () => {
  const lowered = lowerOrThrow(components).schemas['#/components/schemas/Code'];
  expect(lowered?.string).toEqual({ startsWith: 'ab', minLength: 12 });
  expect(lowered && lowerNotes(lowered)).toEqual(['At least 12 characters.', 'Begins with `ab`.']);
});

test('`is` and `check` validate it, with keyword, message and pointer', async () => {
  const validator = await compile({
    type: 'object',
    properties: { code: { type: 'string', startsWith: 'ab' }, free: { startsWith: 'ab' } },
  });
  expect(validator?.is({ code: 'abc', free: 5 })).toBe(true);
  expect(validator?.is({ code: 'bc' })).toBe(false);
  expect(validator?.check({ code: 'abc' })).toEqual([]);
  expect(validator?.check({ code: 'bc' })).toEqual([
    { path: ['code'], message: 'must begin with ab', keyword: 'startsWith', schema: '#/properties/code/startsWith' },
  ]);
});

test('JSON Schemas contain it', async () => {
  const validator = await compile(schema);
  for (const target of ['draft-2020-12', 'draft-07'])
    expect(validator?.['~standard'].jsonSchema.output({ target })).toMatchObject(schema);
});

test('a sample matches it', async () => {
  const validator = await compile(schema);
  if (validator === undefined) throw new Error('there is no validator');
  const value = sample(validator, 'any');
  expect(value).toMatch(/^ab/);
  expect(validator.is(value)).toBe(true);
});

test('diff compares it', () => {
  const text = (start: string): string =>
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Codes', version: '1.0.0' },
      paths: {
        '/codes': {
          get: {
            operationId: 'codes.get',
            parameters: [{ name: 'code', in: 'query', schema: { type: 'string', startsWith: start } }],
            responses: { 204: { description: 'Done.' } },
          },
        },
      },
    });
  expect(compareTexts(text('a'), text('b'), 'codes.json')).toMatchObject([
    { code: 'pattern-changed', message: 'the startsWith is "b", and was "a"' },
  ]);
});
