import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Api } from 'speccast';
import type { JsonObject } from 'speccast/emitter';
import { families } from '../../output/hostile/payloads.js';
import { apiOf, ok } from '../lower.js';

const words = fc.oneof(
  fc.constantFrom(...(families['names'] ?? []), ...(families['prototypes'] ?? []), ...(families['paths'] ?? [])),
  fc.stringMatching(/^[aAbB][._-]?[aAbB]$/),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);

/** Schemas and operations that want few names, so that they collide. */
const specs = fc.record({
  schemas: fc.uniqueArray(words, { minLength: 1, maxLength: 8 }),
  operations: fc.uniqueArray(fc.record({ id: words, tag: words }), { selector: ({ id }) => id, maxLength: 8 }),
  parameters: fc.uniqueArray(fc.stringMatching(/^[aA][bB]?$/), { minLength: 1, maxLength: 4 }),
});

type Parts = typeof specs extends fc.Arbitrary<infer T> ? T : never;

interface Numbered {
  readonly spec: Parts;
  readonly paths: readonly number[];
  readonly schemas: readonly number[];
  readonly turned: boolean;
}

const orders = specs.chain((spec) =>
  fc.record({
    spec: fc.constant(spec),
    paths: fc.shuffledSubarray([...spec.operations.keys()], { minLength: spec.operations.length }),
    schemas: fc.shuffledSubarray([...spec.schemas.keys()], { minLength: spec.schemas.length }),
    turned: fc.boolean(),
  }),
);

/** A document with its parts in the given order; a path stays with its operation. */
function documentOf({ spec, paths, schemas, turned }: Numbered): JsonObject {
  const parameters = ['query', 'header', 'cookie'].flatMap((place) =>
    spec.parameters.map((name) => ({ name: `${name}`, in: place, schema: { type: 'string' } })),
  );
  // Names of headers are the same in capitals.
  const unlike = parameters.filter(
    (one, index) =>
      parameters.findIndex(
        (other) => `${other.in} ${other.name}`.toLowerCase() === `${one.in} ${one.name}`.toLowerCase(),
      ) === index,
  );
  return {
    paths: Object.fromEntries(
      paths.map((index) => [
        `/p${index}`,
        {
          get: {
            operationId: spec.operations[index]?.id ?? '',
            tags: [spec.operations[index]?.tag ?? ''],
            parameters: turned ? unlike.toReversed() : unlike,
            responses: ok,
          },
        },
      ]),
    ),
    components: {
      schemas: Object.fromEntries(schemas.map((index) => [spec.schemas[index] ?? '', { type: 'object' }])),
    },
  };
}

/** Every name of an API, by what it stands for. */
function namesOf(api: Api): Readonly<Record<string, string>> {
  return Object.fromEntries([
    ...api.models.map(({ id, name }) => [`model ${id}`, name]),
    ...api.operations.flatMap(({ path, name, typeName, group, property, parameters }) => [
      [`operation ${path}`, `${name} ${typeName} ${[...group, property].join('.')}`],
      ...parameters.map((one) => [`parameter ${path} ${one.in} ${one.name}`, one.property]),
    ]),
  ]);
}

const sorted = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

function inOrder(spec: Parts): Numbered {
  return { spec, paths: sorted(spec.operations.length), schemas: sorted(spec.schemas.length), turned: false };
}

test('names do not depend on the order of paths, schemas and parameters', () => {
  fc.assert(
    fc.property(orders, (order) => {
      expect(namesOf(apiOf(documentOf(order)))).toEqual(namesOf(apiOf(documentOf(inOrder(order.spec)))));
    }),
  );
});

test('what is added under a name of its own renames nothing', () => {
  fc.assert(
    fc.property(specs, (spec) => {
      const before = namesOf(apiOf(documentOf(inOrder(spec))));
      const grown = {
        ...spec,
        schemas: [...spec.schemas, 'Unrelated'],
        operations: [...spec.operations, { id: 'unrelated', tag: 'unrelatedTag' }],
      };
      expect(namesOf(apiOf(documentOf(inOrder(grown))))).toMatchObject(before);
    }),
  );
});

test('no two names are one, whatever the capitals', () => {
  fc.assert(
    fc.property(specs, (spec) => {
      const { models, operations, groups } = apiOf(documentOf(inOrder(spec)));
      const names = [...models.map(({ name }) => name), ...operations.map(({ name }) => name)];
      expect(new Set(names).size).toBe(names.length);
      const files = groups.map(({ module }) => module.toLowerCase());
      expect(new Set(files).size).toBe(files.length);
    }),
  );
});
