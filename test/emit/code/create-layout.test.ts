import { describe, expect, test } from 'vitest';
import type { Model, Operation } from '../../../generator/api/api.js';
import type { Shape } from '../../../generator/api/shape.js';
import { createLayout } from '../../../generator/emit/create-layout.js';
import type { JsonObject } from '../../../generator/spec/json.js';
import { anySchema, api, member, model, operation, parameter } from './fixture.js';

const small: Shape = { kind: 'object', members: [member('a', { kind: 'string' })] };

describe('createLayout', () => {
  test('puts one resource into one module of each folder', () => {
    const thing = model('Thing', small);
    const list = operation('list');
    const given = api({ models: [thing], operations: [list] });
    const layout = createLayout(given);
    expect(layout.model(thing)).toEqual({ name: 'Thing', module: 'models/things' });
    expect(layout.modelById(thing.id)).toBe(thing);
    expect(layout.modelById('#/none')).toBeUndefined();
    expect(layout.validator(thing)).toEqual({ name: 'Thing', module: 'validators/things' });
    expect(layout.schema(thing)).toEqual({ name: 'ThingSchema', module: 'spec/things' });
    expect(layout.descriptor(list)).toEqual({ name: 'thingsListOperation', module: 'operations/things' });
    expect(layout.params(list)).toEqual({ name: 'ThingsListParams', module: 'operations/things' });
    expect(layout.result(list)).toEqual({ name: 'ThingsListResponse', module: 'operations/things' });
    expect(layout.method(list)).toEqual({ name: 'thingsList', module: 'client/things' });
    expect(layout.operationValidator(list, 'Response')).toEqual({
      name: 'thingsListResponse',
      module: 'validators/things',
    });
    expect(given.groups.map(layout.resource)).toEqual([{ name: 'ThingsResource', module: 'client/things' }]);
  });

  test('gives each model its own file where one for all would be too long', () => {
    const models = ['Thing', 'UserAPIKey', 'Index', 'thing'].map((name) => model(name, large));
    const layout = createLayout(api({ models }));
    expect(models.map((one) => layout.model(one).module)).toEqual([
      'models/things/thing',
      'models/things/user-api-key',
      'models/things/index-2',
      'models/things/thing-2',
    ]);
  });

  test('decides each folder by its own length', () => {
    const models = [model('A', small, { schema: manySchemas }), model('B', small, { schema: manySchemas })];
    const layout = createLayout(api({ models }));
    expect(models.map((one) => layout.model(one).module)).toEqual(['models/things', 'models/things']);
    expect(models.map((one) => layout.validator(one).module)).toEqual(['validators/things/a', 'validators/things/b']);
    expect(models.map((one) => layout.schema(one).module)).toEqual(['spec/things/a', 'spec/things/b']);
  });

  test('leaves a long model that is alone where it is', () => {
    const only: Model = model('Thing', large);
    expect(createLayout(api({ models: [only] })).model(only).module).toBe('models/things');
  });

  test('moves the validators of operations to a file each only where those of a resource would be too long', () => {
    const parameters = Array.from({ length: 20 }, (_, index) => parameter(`p${index}`));
    const many = ['list', 'insert', 'update'].map((name) => operation(name, { parameters }));
    const module = (one: Operation, all: readonly Operation[]): string =>
      createLayout(api({ operations: all })).operationValidator(one, 'Parameters').module;
    expect(many.map((one) => module(one, many))).toEqual([
      'validators/things/things-list',
      'validators/things/things-insert',
      'validators/things/things-update',
    ]);
    expect(many.slice(1).map((one) => module(one, many.slice(1)))).toEqual(['validators/things', 'validators/things']);
    expect(createLayout(api({ operations: many })).params(operation('list')).module).toBe('operations/things');
  });

  test('moves operations to a file each only where those of a resource would be too long', () => {
    const parameters = Array.from({ length: 100 }, (_, index) => parameter(`p${index}`));
    const all = ['list', 'insert'].map((name) => operation(name, { parameters, reasons: ['a', 'b'] }));
    const modules = (given: readonly Operation[]): readonly string[] => {
      const layout = createLayout(api({ operations: given }));
      return given.flatMap((one) => [layout.params(one), layout.descriptor(one), layout.reason(one)]).map(moduleOf);
    };
    expect(new Set(modules(all))).toEqual(
      new Set(['operations/things/things-list', 'operations/things/things-insert']),
    );
    expect(new Set(modules(all.slice(1)))).toEqual(new Set(['operations/things']));
    expect(all.map((one) => createLayout(api({ operations: all })).method(one).module)).toEqual([
      'client/things',
      'client/things',
    ]);
  });

  test('moves the models out of a file that they share with operations first', () => {
    const parameters = Array.from({ length: 40 }, (_, index) => parameter(`p${index}`));
    const list = operation('list', { parameters });
    const only = model('Thing', small, { schema: manySchemas });
    const layout = createLayout(api({ operations: [list], models: [only] }));
    expect(layout.validator(only).module).toBe('validators/things/thing');
    expect(layout.operationValidator(list, 'Parameters').module).toBe('validators/things');
  });

  test('moves what the document says about operations to a file each where that is too long', () => {
    const list = operation('list');
    const other = operation('insert', { method: 'POST' });
    const long = { tags: Array.from({ length: 400 }, (_, index) => `a rather long tag ${index}`) };
    const at = (get: JsonObject): readonly string[] => {
      const layout = createLayout(api({ operations: [list, other], document: { paths: { '/things': { get } } } }));
      return [list, other].map((one) => layout.operationObject(one).module);
    };
    expect(at(long)).toEqual(['spec/things/things-list', 'spec/things/things-insert']);
    expect(at({ tags: ['short'] })).toEqual(['spec/things', 'spec/things']);
  });
});

function moduleOf(symbol: { readonly module: string } | undefined): string {
  return symbol?.module ?? 'none';
}

const large: Shape = {
  kind: 'object',
  members: Array.from({ length: 100 }, (_, index) => member(`m${index}`, { kind: 'string' })),
};

const manySchemas = {
  ...anySchema,
  allOf: Array.from({ length: 40 }, () => anySchema),
};
