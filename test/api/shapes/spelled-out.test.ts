import { expect, test } from 'vitest';
import type { Shape, Json } from 'speccast/emitter';
import { answering, lowerOperation } from '../lower.js';

const member = (name: string): Json => ({
  type: 'object',
  required: [name],
  properties: { [name]: { type: 'string' } },
});
const choice = (index: number, of = 5): Json => ({
  oneOf: Array.from({ length: of }, (_, one) => member(`p${index}_${one}`)),
});

/** How many types of the `allOf` of a schema are spelled out. */
function partsOf(shape: Shape): number {
  return shape.kind === 'intersection' ? shape.of.length : 1;
}

/** Parts of the type of `A`, where a response has it. */
function spelledOut({ A = true, ...schemas }: Readonly<Record<string, Json>>): number {
  const { responses } = lowerOperation({ responses: answering(A) }, { parts: { components: { schemas } } });
  const [content] = responses[0]?.contents ?? [];
  if (content === undefined) throw new Error('no content');
  return partsOf(content.shape);
}

test('a type spells out as many unions of an allOf as have ten thousand combinations', () => {
  const inline = Array.from({ length: 12 }, (_, index) => choice(index));
  expect(spelledOut({ A: { allOf: inline } })).toBe(5);
  const named = Object.fromEntries(inline.map((one, index) => [`U${index}`, one]));
  const refs = Object.keys(named).map((name) => ({ $ref: `#/components/schemas/${name}` }));
  expect(spelledOut({ ...named, A: { allOf: refs } })).toBe(5);
});

test('what has no alternatives is spelled out beside any union, and so is a long union alone', () => {
  const named = { Base: member('base') };
  const base = { $ref: '#/components/schemas/Base' };
  expect(spelledOut({ ...named, A: { allOf: [choice(0, 5000), base, choice(1, 3)] } })).toBe(2);
});

test('schemas that combine one another over and over are counted once each', () => {
  const chain = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => {
      const next = { $ref: `#/components/schemas/${index === 59 ? 'End' : `L${index + 1}`}` };
      return [`L${index}`, { allOf: [next, next, member(`p${index}`)] }];
    }),
  );
  const first = { $ref: '#/components/schemas/L0' };
  expect(spelledOut({ ...chain, End: member('end'), A: { allOf: [first, choice(0)] } })).toBe(2);
});
