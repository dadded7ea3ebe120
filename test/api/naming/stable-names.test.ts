import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Api } from 'speccast';
import type { JsonObject } from 'speccast/emitter';
import { families } from '../../output/hostile/payloads.js';
import { lowerOrThrow, ok } from '../lower.js';

const words = fc.oneof(
  fc.constantFrom(...(families['names'] ?? []), ...(families['prototypes'] ?? []), ...(families['paths'] ?? [])),
  fc.stringMatching(/^[aAbB][._-]?[aAbB]$/),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);

/** Schemas and operations whose names are drawn from few texts, so that they collide. */
const specs = fc.record({
  schemas: fc.uniqueArray(words, { minLength: 1, maxLength: 8 }),
  operations: fc.uniqueArray(fc.record({ id: words, tag: words }), { selector: ({ id }) => id, maxLength: 8 }),
  parameters: fc.uniqueArray(fc.stringMatching(/^[aA][bB]?$/), { minLength: 1, maxLength: 4 }),
});

type Parts = typeof specs extends fc.Arbitrary<infer T> ? T : never;

/** Parts of a document, the order of its paths and schemas as indices, and whether its parameters are reversed. */
interface Ordered {
  readonly spec: Parts;
  readonly paths: readonly number[];
  readonly schemas: readonly number[];
  readonly isReversed: boolean;
}

const orders = specs.chain((spec) =>
  fc.record({
    spec: fc.constant(spec),
    paths: fc.shuffledSubarray([...spec.operations.keys()], { minLength: spec.operations.length }),
    schemas: fc.shuffledSubarray([...spec.schemas.keys()], { minLength: spec.schemas.length }),
    isReversed: fc.boolean(),
  }),
);

/** Builds a document with its parts in that order; each operation keeps its path. */
function buildDocument({ spec, paths, schemas, isReversed }: Ordered): JsonObject {
  const parameters = ['query', 'header', 'cookie'].flatMap((place) =>
    spec.parameters.map((name) => ({ name: `${name}`, in: place, schema: { type: 'string' } })),
  );
  // Names of headers that differ only in case are the same header.
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
            parameters: isReversed ? unlike.toReversed() : unlike,
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

/** Lists every name of an API by the part that has it: `{ 'model #/components/schemas/Pet': 'Pet' }`. */
function listNames(api: Api): Readonly<Record<string, string>> {
  return Object.fromEntries([
    ...api.models.map(({ id, name }) => [`model ${id}`, name]),
    ...api.operations.flatMap(({ path, name, typeName, group, property, parameters }) => [
      [`operation ${path}`, `${name} ${typeName} ${[...group, property].join('.')}`],
      ...parameters.map((one) => [`parameter ${path} ${one.in} ${one.name}`, one.property]),
    ]),
  ]);
}

const sorted = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

function keepOrder(spec: Parts): Ordered {
  return { spec, paths: sorted(spec.operations.length), schemas: sorted(spec.schemas.length), isReversed: false };
}

test('names do not depend on the order of paths, schemas and parameters', () => {
  fc.assert(
    fc.property(orders, (order) => {
      expect(listNames(lowerOrThrow(buildDocument(order)))).toEqual(
        listNames(lowerOrThrow(buildDocument(keepOrder(order.spec)))),
      );
    }),
  );
});

test('an added schema or operation with a new name renames nothing', () => {
  fc.assert(
    fc.property(specs, (spec) => {
      const before = listNames(lowerOrThrow(buildDocument(keepOrder(spec))));
      const grown = {
        ...spec,
        schemas: [...spec.schemas, 'Unrelated'],
        operations: [...spec.operations, { id: 'unrelated', tag: 'unrelatedTag' }],
      };
      expect(listNames(lowerOrThrow(buildDocument(keepOrder(grown))))).toMatchObject(before);
    }),
  );
});

test('names are distinct, and those of files differ in more than case', () => {
  fc.assert(
    fc.property(specs, (spec) => {
      const { models, operations, groups } = lowerOrThrow(buildDocument(keepOrder(spec)));
      const names = [...models.map(({ name }) => name), ...operations.map(({ name }) => name)];
      expect(new Set(names).size).toBe(names.length);
      const files = groups.map(({ module }) => module.toLowerCase());
      expect(new Set(files).size).toBe(files.length);
    }),
  );
});
