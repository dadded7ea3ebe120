import { describe, expect, test } from 'vitest';
import { chooseSpecs, type CorpusSpec } from './sample.js';

function spec(name: string, bytes = 1): CorpusSpec {
  return { name, file: `${name}.json`, bytes };
}

const many = Array.from({ length: 600 }, (_, index) => spec(`service${index}`, 1000 + index));

describe('the sample', () => {
  test('begins with what other generators are tried on, then goes from large to small', () => {
    const chosen = chooseSpecs([...many, spec('stripe.com'), spec('github')], 'sample').map(({ name }) => name);
    expect(chosen.slice(0, 4)).toEqual(['github', 'stripe.com', 'service599', 'service598']);
  });

  test('holds the largest, and about one in six of the others, whatever else there is', () => {
    const chosen = chooseSpecs(many, 'sample');
    expect(chosen).toEqual(expect.arrayContaining(many.slice(-25)));
    expect(chosen.length).toBeGreaterThan(80);
    expect(chosen.length).toBeLessThan(160);
    const small = (list: readonly CorpusSpec[]): readonly CorpusSpec[] =>
      chooseSpecs(list, 'sample').filter(({ bytes }) => bytes < 1500);
    expect(small(many.filter((_, index) => index % 2 === 0 || index > 500))).toEqual(
      small(many).filter(({ bytes }) => bytes % 2 === 0),
    );
  });

  test('may be all, or what is named', () => {
    expect(chooseSpecs(many, 'all')).toHaveLength(600);
    expect(chooseSpecs(many, ['service7'])).toEqual([many[7]]);
  });
});
