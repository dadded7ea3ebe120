import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { isJsonObject } from '@speccast/runtime';
import type { Json } from 'speccast/emitter';
import { diffSpecs } from 'speccast';
import { library } from './library.js';

type Step = string | number;

/** Lists the paths to all values inside a value, and to the value itself. */
function listPaths(value: Json, way: readonly Step[] = []): readonly (readonly Step[])[] {
  const entries: readonly (readonly [Step, Json])[] = Array.isArray(value)
    ? [...value.entries()]
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return [way, ...entries.flatMap(([step, inner]) => listPaths(inner, [...way, step]))];
}

const document: Json = parse(library);
const ways = listPaths(document).filter((way) => way.length > 0);

/** Copies a value with the value at a path replaced, or removed if `to` is undefined. */
function change(value: Json, [step, ...rest]: readonly Step[], to: Json | undefined): Json {
  if (Array.isArray(value)) return value.flatMap((one, index) => (index === step ? follow(one, rest, to) : [one]));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) =>
      key === step ? follow(one, rest, to).map((next) => [key, next]) : [[key, one]],
    ),
  );
}

function follow(value: Json, rest: readonly Step[], to: Json | undefined): readonly Json[] {
  if (rest.length > 0) return [change(value, rest, to)];
  return to === undefined ? [] : [to];
}

const mutation = fc.record({
  way: fc.constantFrom(...ways),
  to: fc.oneof(
    fc.constant(undefined),
    fc.constantFrom<Json>(true, false, 0, 1, 3, 'string', 'integer', 'object', 'other', [], {}, null),
    fc.constantFrom<Json>({ type: 'string' }, { $ref: '#/components/schemas/Book' }, ['string', 'null']),
  ),
});

function mutate(mutations: readonly { readonly way: readonly Step[]; readonly to: Json | undefined }[]): string {
  return JSON.stringify(mutations.reduce((value, { way, to }) => change(value, way, to), document));
}

function side(text: string): { readonly spec: { readonly file: string; readonly text: string } } {
  return { spec: { file: 'library.json', text } };
}

const runs = 15;

test('any two documents can be compared, and none has changes from itself', () => {
  let compared = 0;
  fc.assert(
    fc.property(fc.array(mutation, { maxLength: 3 }), fc.array(mutation, { maxLength: 3 }), (one, other) => {
      const [before, after] = [side(mutate(one)), side(mutate(other))];
      const { changes } = diffSpecs({ before, after });
      if (changes !== undefined) compared += 1;
      const { changes: none = [] } = diffSpecs({ before, after: before });
      expect(none).toEqual([]);
    }),
    { numRuns: runs },
  );
  expect(compared).toBeGreaterThan(runs / 10);
});

test('a part that is removed is added in the opposite comparison', () => {
  const kinds = ['operation', 'schema', 'parameter', 'property', 'webhook', 'server'] as const;
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 3 }), (mutations) => {
      const [before, after] = [side(mutate([])), side(mutate(mutations))];
      const forth = diffSpecs({ before, after }).changes ?? [];
      const back = diffSpecs({ before: after, after: before }).changes ?? [];
      for (const kind of kinds) {
        const removed = forth.filter(({ code }) => code === `${kind}-removed`).map(({ subject }) => subject);
        const added = back
          .filter(({ code }) => code === `${kind}-added` || code === `required-${kind}-added`)
          .map(({ subject }) => subject);
        expect(new Set(added)).toEqual(new Set(removed));
      }
    }),
    { numRuns: runs },
  );
});
