import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changeCase,
  changeMemberCase,
  NAME_CASES,
  type NameCase,
  type NameOptions,
} from '../../../generator/api/tools/name-options.js';
import type { JsonObject } from 'speccast/emitter';
import { lowerParts } from '../lower.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

const ok = { '200': { description: 'All right.' } };

/** Lists the diagnostics of a document, with lines only in place of positions: `12 warning name-collision: … at line 9 …`. */
function listReports(schemas: JsonObject, names: NameOptions = {}, paths: JsonObject = {}): readonly string[] {
  return lowerParts({ components: { schemas }, paths }, {}, { names }).diagnostics.map((one) =>
    one.replace(/^spec\.json:(\d+):\d+/, '$1').replaceAll(/spec\.json:(\d+):\d+/g, 'line $1'),
  );
}

const text = { type: 'string' };
const withName = (name: string): JsonObject => ({ type: 'string', 'x-speccast-name': name });
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });

describe('a case of names', () => {
  table('turns %s into %s, %s and %s', (name: string, camel: string, snake: string, pascal: string) => {
    expect(
      ['camelCase', 'snake_case', 'PascalCase'].map((style) => changeMemberCase(name, style as 'camelCase')),
    ).toEqual([camel, snake, pascal]);
  });

  test('changes only capitals and underscores of a name, and nothing with `unchanged`', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,30}$/), (name) => {
        expect(changeCase(name, 'unchanged')).toBe(name);
        for (const style of NAME_CASES.filter((one) => one !== 'unchanged')) {
          const letters = (one: string): string => one.replaceAll('_', '').toLowerCase();
          expect(letters(changeCase(name, style))).toBe(letters(name));
        }
      }),
      { numRuns: 10_000 },
    );
  });
});

describe('names of properties that collide', () => {
  table(
    'go to the first property, and a warning at the second names the other name: %s',
    (_: string, schema: JsonObject, property: string, name: string) => {
      const all = listReports({ Thing: schema }, { properties: 'camelCase' }).filter((one) =>
        one.includes('collision'),
      );
      expect(all.at(-1)).toMatch(
        /^\d+ warning name-collision: the property ".*" is called ".*", not "fooBar": that name is taken at line \d+$/,
      );
      expect(all.at(-1)).toContain(`the property "${property}" is called "${name}"`);
    },
  );

  table('names of properties that collide', ({ schema }: { schema: JsonObject }) => {
    expect(
      listReports({ Thing: schema }, { properties: 'camelCase' }).filter((one) => one.includes('collision')),
    ).toEqual([]);
  });

  test('are reported if one property is given two names', () => {
    const schema = { allOf: [object({ foo: withName('one') }), object({ foo: withName('two') })] };
    expect(listReports({ Thing: schema })).toEqual([
      expect.stringMatching(
        /^\d+ warning name-collision: the property "foo" is called "one", not "two": so is the same property at line \d+$/,
      ),
    ]);
  });

  test.each(['1st', 'a b', '__proto__', '', 'a'.repeat(101), 7, null])('are no identifiers: %j', (name) => {
    const schema = object({ foo: { type: 'string', 'x-speccast-name': name } });
    expect(listReports({ Thing: schema })).toEqual([
      expect.stringMatching(/^\d+ error invalid-name: "x-speccast-name" must be an identifier, not /),
    ]);
  });

  test('are reported exactly if two names are equal in the case', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[ab]_?[ab]?[AB]?$/), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(names, (all) => {
        const schema = object(Object.fromEntries(all.map((name) => [name, text])));
        const isCollision = new Set(all.map((name) => changeMemberCase(name, 'camelCase'))).size < all.length;
        expect(
          listReports({ Thing: schema }, { properties: 'camelCase' }).some((one) => one.includes('collision')),
        ).toBe(isCollision);
      }),
      { numRuns: 300 },
    );
  });
});

describe('names of operations, parameters and types that are taken', () => {
  const paths = (first: JsonObject, second: JsonObject = {}): JsonObject => ({
    '/a': { get: { operationId: 'things.one', responses: ok, ...first } },
    '/b': { get: { operationId: 'things.two', responses: ok, ...second } },
  });

  test('are those of methods of the same resource', () => {
    expect(listReports({}, {}, paths({ 'x-speccast-name': 'two' }))).toEqual([
      expect.stringMatching(
        /^\d+ warning name-collision: the method of things\.two is called "twoOperation", not "two": that name is taken at line \d+$/,
      ),
    ]);
  });

  test('are those of methods that become equal in a case, whichever comes first', () => {
    const all = paths({ operationId: 'things.get_it' }, { operationId: 'things.getIt' });
    expect(listReports({}, { operations: 'snake_case' }, all)).toEqual([
      expect.stringMatching(
        /warning name-collision: the method of things\.getIt is called "get_itOperation", not "get_it": that name is taken at line \d+$/,
      ),
    ]);
  });

  test('are `then` and other members with a meaning of their own', () => {
    expect(listReports({}, {}, paths({ 'x-speccast-name': 'then' }))).toEqual([
      expect.stringMatching(
        /the method of things\.one is called "one", not "then": that name is taken by the package or the language$/,
      ),
    ]);
  });

  table(
    'are those of parameters of the same call, and `body`',
    ({ parameters, given }: { parameters: readonly JsonObject[]; given: JsonObject }) => {
      expect(listReports({}, { parameters: 'camelCase' }, paths({ parameters }))).toEqual([
        expect.stringMatching(
          /warning name-collision: the parameter "pageSize" of things\.one is called "pageSize2", not "pageSize": that name is taken at line \d+$/,
        ),
      ]);
      expect(listReports({}, {}, given)).toEqual([
        expect.stringMatching(
          /the parameter "a" of .* is called "a", not "body": that name is taken by the package or the language$/,
        ),
      ]);
    },
  );

  test('are not those of parameters in another location, which the location is appended to', () => {
    const parameters = ['path', 'query'].map((location) => ({
      name: 'list_id',
      in: location,
      required: true,
      schema: text,
    }));
    const callersNames = (style: NameCase): readonly (string | undefined)[] => {
      const document = { paths: { '/a/{list_id}': { get: { responses: ok, parameters } } } };
      const { api, diagnostics } = lowerParts(document, {}, { names: { parameters: style } });
      expect(diagnostics).toEqual([]);
      return api.operations[0]?.parameters.map((one) => one.callersName ?? one.property) ?? [];
    };
    expect(callersNames('camelCase')).toEqual(['listId', 'listIdQuery']);
    expect(callersNames('snake_case')).toEqual(['list_id', 'list_id_query']);
  });

  test('are those of types that become equal, and reserved words', () => {
    expect(listReports({ APIKey: text, ApiKey: text }, { types: 'PascalCase' })).toEqual([
      expect.stringMatching(
        /warning name-collision: the type of .*ApiKey is called "ApiKeyModel", not "ApiKey": that name is taken at line \d+$/,
      ),
    ]);
    expect(listReports({ a_b: text, AB: text }, { types: 'PascalCase' })).toEqual([
      expect.stringMatching(
        /warning name-collision: the type of .*a_b is called "AbModel", not "Ab": that name is taken at line \d+$/,
      ),
    ]);
    expect(listReports({ Thing: { ...object({}), 'x-speccast-name': 'string' } })).toEqual([
      expect.stringMatching(
        /is called "stringModel", not "string": that name is taken by the package or the language$/,
      ),
    ]);
  });
});

test.each([
  ['in a flag, with a warning', {}, undefined, 'warning'],
  ['in a configuration, with an error', {}, {}, 'error'],
  ['in a configuration of which another case changes a name, with a warning', { foo_bar: text }, {}, 'warning'],
])('cases that change no name are reported: %s', (_, more, optionsAt, severity) => {
  const names: NameOptions = { properties: 'camelCase', operations: 'camelCase', types: 'PascalCase' };
  const at = { file: 'speccast.yaml', line: 4, column: 9 };
  const { diagnostics } = lowerParts(
    { components: { schemas: { Thing: object({ foo: text, ...more }) } } },
    {},
    { names, ...(optionsAt && { optionsAt: { 'names.types': at } }) },
  );
  const where = optionsAt === undefined ? 'spec.json:1:1' : 'speccast.yaml:4:9';
  expect(diagnostics.filter((one) => !one.includes('properties'))).toEqual([
    `spec.json:1:1 ${severity} unused-option: \`names: { operations: camelCase }\` changes no name of the document`,
    `${where} ${severity} unused-option: \`names: { types: PascalCase }\` changes no name of the document`,
  ]);
});
