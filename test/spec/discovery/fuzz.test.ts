import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findResources, lowerApi } from '../../api/lower.js';
import { Diagnostics, readSpec } from '../read-text.js';
import type { Json } from 'speccast/emitter';

const fixture = readFileSync(new URL('../../cases/positive-discovery/spec.json', import.meta.url), 'utf8');
// JSON.parse is typed any.
const library = JSON.parse(fixture) as Json;

/** Values that a converter is likely to mistake for something else. */
const surprise = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, -1, 1e300, '', ' ', '{', '{+', '/', '$ref', '__proto__', 'Book', [], {}),
  fc.constantFrom<Json>({ $ref: 'Book' }, { $ref: '#' }, { type: 'object' }, [[]], ['a', 'a'], { constructor: {} }),
  fc.string().map((text): Json => text),
  // as: `jsonValue` only makes JSON.
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>,
);

/** A change of one value: the steps to it, as indices of entries, the value in its place (`undefined` removes it), and the name of an added member. */
const change = fc.record({
  way: fc.array(fc.nat(), { minLength: 1, maxLength: 12 }),
  value: fc.option(surprise, { nil: undefined }),
  name: fc.option(fc.constantFrom('$ref', 'repeated', 'variant', '__proto__', 'a/b', 'pattern'), { nil: undefined }),
});

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Copies a value with a change: one value is replaced or removed, or a member is added. */
function mutate(value: Json, { way, ...what }: Change): Json {
  const [step = 0, ...rest] = way;
  if (typeof value !== 'object' || value === null) return what.value ?? null;
  const entries: [string, Json][] = Object.entries(value);
  const index = step % Math.max(1, entries.length);
  const [key, item] = entries[index] ?? ['a', null];
  const changed: [string, Json] | undefined =
    rest.length > 0
      ? [key, mutate(item, { way: rest, ...what })]
      : what.value === undefined
        ? undefined
        : [key, what.value];
  const others = entries.toSpliced(index, 1, ...(changed === undefined ? [] : [changed]));
  if (rest.length === 0 && what.name !== undefined) others.push([what.name, what.value ?? null]);
  return Array.isArray(value) ? others.map(([, one]) => one) : Object.fromEntries(others);
}

test('mistakes in a Discovery document are reported inside it, and what is accepted can be lowered', () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      const text = JSON.stringify(changes.reduce(mutate, library), undefined, 1);
      const lines = text.split('\n').length;
      const diagnostics = new Diagnostics();
      const document = readSpec({ file: 'library.json', text }, { readFile: () => undefined, diagnostics });
      expect(document === undefined).toBe(diagnostics.failed);
      for (const { at } of diagnostics.list) {
        expect(at.file).toBe('library.json');
        expect(at.line).toBeLessThanOrEqual(lines);
      }
      if (document === undefined) return;
      accepted += 1;
      const api = lowerApi(document, { name: 'library', diagnostics });
      if (api !== undefined) findResources(api);
    }),
    { numRuns: 60 },
  );
  expect(accepted).toBeGreaterThan(20);
});
