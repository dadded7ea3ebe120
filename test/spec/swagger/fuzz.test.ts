import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { lowerApi } from '../../api/lower.js';
import { Diagnostics, readSpec } from '../read-text.js';
import type { Json } from 'speccast/emitter';

const fixture = readFileSync(new URL('../../cases/positive-swagger-2/spec.yaml', import.meta.url), 'utf8');
// The parser's result is typed any.
const pets = parse(fixture) as Json;

const names = fc.constantFrom(
  ...'$ref __proto__ in type schema items parameters responses consumes produces schemes collectionFormat discriminator x-nullable x-example enum flow content headers examples properties allOf host'.split(
    ' ',
  ),
);

/** Values that a converter is likely to mistake for something else. */
const surprise = fc.oneof(
  fc.constantFrom<Json>(
    null,
    true,
    0,
    -1,
    '',
    ' ',
    '__proto__',
    'body',
    'formData',
    'file',
    'array',
    'tsv',
    [],
    {},
    [[]],
    [null],
  ),
  fc.constantFrom<Json>(
    ...'definitions/Pet definitions/Pet/properties parameters/page parameters/petBody parameters/photo responses/Problem paths paths/~1pets definitions parameters paths/~1pets/get/parameters/1/items'
      .split(' ')
      .map((path): Json => ({ $ref: `#/${path}`, 'x-nullable': true })),
    { $ref: '#' },
    { $ref: 'more.json#/Pet' },
    { $ref: 'more.json#/page' },
    { $ref: 'more.json#/body' },
  ),
  fc.constantFrom<Json>(
    { type: 'array', items: { type: 'array' } },
    { in: 'body', name: 'b', schema: true },
    { in: 'formData' },
  ),
  // as: `jsonValue` only makes JSON.
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>,
);

/** A change of one value: the steps to it, as indices of entries, the value in its place (`undefined` removes it), and the name of an added member. */
const change = fc.record({
  way: fc.array(fc.nat(), { minLength: 1, maxLength: 10 }),
  value: fc.option(surprise, { nil: undefined }),
  name: fc.option(names, { nil: undefined }),
});

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Copies a value with a change: one value is replaced or removed, or a member is added. */
function mutate(value: Json, { way, ...what }: Change): Json {
  const [step = 0, ...rest] = way;
  if (typeof value !== 'object' || value === null) return what.value ?? null;
  const entries: [string, Json][] = Object.entries(value);
  const index = step % Math.max(1, entries.length);
  const [key, item] = entries[index] ?? ['a', null];
  const isLast = rest.length === 0;
  const changed = isLast ? what.value : mutate(item, { way: rest, ...what });
  const others = entries.toSpliced(index, 1, ...(changed === undefined ? [] : [[key, changed] as [string, Json]]));
  if (isLast && what.name !== undefined) others.push([what.name, what.value ?? null]);
  return Array.isArray(value) ? others.map(([, one]) => one) : Object.fromEntries(others);
}

const more = JSON.stringify({
  Pet: { type: 'object', properties: { page: { $ref: 'pets.json#/definitions/Pet' } } },
  page: { name: 'page', in: 'query', type: 'array', items: { $ref: '#/Pet' } },
  body: { name: 'b', in: 'body', schema: { type: 'object' } },
});

test('mistakes in a Swagger document are reported in its files, and what is accepted can be lowered', () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 2 }), (changes) => {
      const text = JSON.stringify(changes.reduce(mutate, pets), undefined, 1);
      const lines = text.split('\n').length;
      const diagnostics = new Diagnostics();
      const readFile = (name: string): string | undefined => (name === 'more.json' ? more : undefined);
      const document = readSpec({ file: 'pets.json', text }, { readFile, diagnostics });
      expect(document === undefined).toBe(diagnostics.failed);
      for (const { at } of diagnostics.list) {
        expect(['pets.json', 'more.json']).toContain(at.file);
        expect(at.line).toBeLessThanOrEqual(lines);
      }
      if (document === undefined) return;
      accepted += 1;
      lowerApi(document, { name: 'pets', diagnostics });
    }),
    { numRuns: 100 },
  );
  expect(accepted).toBeGreaterThan(10);
});
