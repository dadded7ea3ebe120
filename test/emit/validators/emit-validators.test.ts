import { beforeAll, describe, expect, test } from 'vitest';
import { listNames } from '../../../generator/emit/validators/plan/local-names.js';
import type { JsonObject } from 'speccast/emitter';
import type { Validator } from '@speccast/runtime/validators';
import { bundle, emitPackage, runValidators } from './emit-package.js';

function toContent(schema: JsonObject): JsonObject {
  return { content: { 'application/json': { schema } } };
}

const pet = { $ref: '#/components/schemas/Pet' };

const document: JsonObject = {
  paths: {
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', minLength: 2 } }],
      get: {
        operationId: 'pets.get',
        tags: ['pets'],
        parameters: [{ name: 'constructor', in: 'query', schema: { type: 'integer', maximum: 5 } }],
        responses: { '200': { description: '', ...toContent(pet) } },
      },
      put: {
        operationId: 'pets.put',
        tags: ['pets'],
        requestBody: { required: true, ...toContent(pet) },
        responses: {
          '200': { description: '', ...toContent({ type: 'array', items: pet }) },
          '404': { description: '' },
        },
      },
      delete: { operationId: 'pets.delete', tags: ['pets'], responses: { '204': { description: '' } } },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        required: ['id', 'name'],
        properties: {
          id: { type: 'string', readOnly: true },
          name: { type: 'string', maxLength: 4 },
          secret: { type: 'string', enum: ['open sesame'], writeOnly: true },
          parent: pet,
          views: { type: 'string', format: 'uint64' },
        },
      },
      Plain: { type: 'object', properties: { name: { type: 'string' } } },
    },
  },
};

test('the index exports the types of its validators', async () => {
  const emitted = await emitPackage({ paths: {}, components: { schemas: { Issue: { type: 'object' } } } });
  expect(emitted.get('validators/index.ts')).toContain(`export { IssueModel, isIssueModel } from './shared.js';
export type {
  Issue,
  JsonSchemaOptions,
  StandardProperties,
  StandardResult,
  ValidateOptions,
  Validator,
} from '@speccast/runtime/validators';`);
});

let files: ReadonlyMap<string, string>;
let validators: Readonly<Record<string, Validator<unknown>>>;

beforeAll(async () => {
  files = await emitPackage(document);
  validators = await runValidators(files);
});

function listIssues(name: string, value: unknown): readonly string[] {
  return (validators[name]?.check(value) ?? []).map(
    ({ path, message, schema }) => `${path.join('.')} ${message} (${schema})`,
  );
}

describe('emitValidators', () => {
  test('exports validators of models and operations, predicates of models, and nothing else', () => {
    expect(Object.keys(validators).toSorted()).toEqual([
      'Pet',
      'PetRequest',
      'Plain',
      'checkLeniently',
      'isPet',
      'isPetRequest',
      'isPlain',
      'petsDeleteParameters',
      'petsGetParameters',
      'petsGetResponse',
      'petsPutBody',
      'petsPutParameters',
      'petsPutResponse',
      'validation',
    ]);
  });

  test('writes one function for each model, with the names of the spec', () => {
    const text = [...files]
      .filter(([path]) => path.startsWith('validators/'))
      .map(([, one]) => one)
      .join('\n');
    expect(text).toContain(`export function isPlain(value: unknown): value is PlainModel {
  if (!isObject(value)) return false;
  if (!isOptionalString(value.name)) return false;
  return true;
}

export const schemaOfPlain: CheckedSchema = {
  pointer: '#/components/schemas/Plain',
  schema: ['object', [checkProperties, { name: 'string' }]],
  is: isPlain,
};`);
    expect(text).toContain('export { Pet as petsGetResponse };');
  });

  test('a part of an operation that is a model has the same validator as the model', () => {
    expect(validators['petsGetResponse']).toBe(validators['Pet']);
  });

  test('a request may lack readOnly properties', () => {
    expect(listIssues('petsPutBody', { name: 'Rex' })).toEqual([]);
    expect(listIssues('petsPutBody', { name: 'Rex', parent: { name: 1 } })).toEqual([
      'parent.name must be a string (#/components/schemas/Pet/properties/name/type)',
    ]);
    expect(listIssues('Pet', { name: 'Rex' })).toEqual(['id is required (#/components/schemas/Pet/required)']);
  });

  test('parameters are validated as one object, by the names of callers', () => {
    expect(listIssues('petsGetParameters', { id: 'ab', other: 1 })).toEqual([]);
    expect(listIssues('petsGetParameters', { constructorQuery: 9 })).toEqual([
      'id is required (#/paths/~1pets~1{id}/get/parameters/required)',
      'constructorQuery must be at most 5 (#/paths/~1pets~1{id}/get/parameters/properties/constructorQuery/maximum)',
    ]);
  });

  test('a response that is not a model has a validator of its own', () => {
    expect(listIssues('petsPutResponse', [{ id: 'a', name: 'Rex', views: '-1' }, 3])).toEqual([
      '0.views must be a whole number of 64 bits without sign (#/components/schemas/Pet/properties/views/format)',
      '1 must be an object (#/components/schemas/Pet/type)',
    ]);
  });

  test('messages do not contain values that could be secret', () => {
    expect(listIssues('Pet', { id: 'a', name: 'b', secret: 'c' })).toEqual([
      'secret must be the allowed value (#/components/schemas/Pet/properties/secret/enum)',
    ]);
  });

  test('a value that contains itself causes an issue and no exception', () => {
    const value: { id: string; name: string; parent?: unknown } = { id: 'a', name: 'b' };
    value.parent = value;
    const issues = validators['Pet']?.check(value) ?? [];
    expect(issues.map(({ message, path }) => `${message} at ${path.length}`)).toEqual([
      'must not be nested more than 512 levels deep at 512',
    ]);
    expect(validators['Pet']?.is(value)).toBe(false);
  });

  test('a predicate ignores further arguments, also if its model is recursive', async () => {
    const { isPet }: { isPet?: (value: unknown) => boolean } = await import(
      /* @vite-ignore */ await bundle(files, 'validators/index.ts')
    );
    const pets = [{ id: 'a', name: 'b' }, {}, { id: 'a', name: 'b', parent: {} }];
    expect(pets.filter(isPet ?? Boolean)).toEqual([pets[0]]);
  });

  test('the JSON Schema of a body does not require readOnly properties', () => {
    const requiredBy = (name: string): unknown =>
      validators[name]?.['~standard'].jsonSchema.input({ target: 'draft-2020-12' })['required'];
    expect([requiredBy('Pet'), requiredBy('petsPutBody')]).toEqual([['id', 'name'], ['name']]);
  });

  test('the JSON Schema of an operation contains the models that it refers to', () => {
    const schema = validators['petsPutResponse']?.['~standard'].jsonSchema.output({ target: 'draft-2020-12' });
    expect(schema).toMatchObject({
      type: 'array',
      items: { $ref: '#/$defs/Pet' },
      $defs: { Pet: { required: ['id', 'name'], properties: { parent: { $ref: '#/$defs/Pet' } } } },
    });
  });
});

test('namesIn finds names of values and not names of members', () => {
  const text = "const a = { names: () => b, c: d, [e]: 'f' };\nreturn value.g === h ? i : !j(k);";
  expect([...listNames(text)].filter((name) => name.length === 1)).toEqual(['a', 'b', 'd', 'e', 'h', 'i', 'j', 'k']);
  expect(listNames(text).has('names')).toBe(false);
});
