import { expect, test } from 'vitest';
import type { Json } from 'speccast/emitter';
import { toJsonResponses, lowerOperation } from '../lower.js';

const member = (name: string): Json => ({
  type: 'object',
  required: [name],
  properties: { [name]: { type: 'string' } },
});
const choice = (index: number, of = 5): Json => ({
  oneOf: Array.from({ length: of }, (_, one) => member(`p${index}_${one}`)),
});

/** Counts the parts of the `allOf` that are spelled out in the type of `A`, the body of a response. */
function countParts({ A = true, ...schemas }: Readonly<Record<string, Json>>): number {
  const { responses } = lowerOperation({ responses: toJsonResponses(A) }, { parts: { components: { schemas } } });
  const [content] = responses[0]?.contents ?? [];
  if (content === undefined) throw new Error('no content');
  return content.shape.kind === 'intersection' ? content.shape.of.length : 1;
}

test('a type spells out unions of an allOf up to ten thousand combinations', () => {
  const inline = Array.from({ length: 12 }, (_, index) => choice(index));
  expect(countParts({ A: { allOf: inline } })).toBe(5);
  const named = Object.fromEntries(inline.map((one, index) => [`U${index}`, one]));
  const refs = Object.keys(named).map((name) => ({ $ref: `#/components/schemas/${name}` }));
  expect(countParts({ ...named, A: { allOf: refs } })).toBe(5);
});

test('a part without alternatives is spelled out beside any union, and so is one long union', () => {
  const named = { Base: member('base') };
  const base = { $ref: '#/components/schemas/Base' };
  expect(countParts({ ...named, A: { allOf: [choice(0, 5000), base, choice(1, 3)] } })).toBe(2);
});

test('schemas that combine the next one twice are counted once each', () => {
  const chain = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => {
      const next = { $ref: `#/components/schemas/${index === 59 ? 'End' : `L${index + 1}`}` };
      return [`L${index}`, { allOf: [next, next, member(`p${index}`)] }];
    }),
  );
  const first = { $ref: '#/components/schemas/L0' };
  expect(countParts({ ...chain, End: member('end'), A: { allOf: [first, choice(0)] } })).toBe(2);
});
