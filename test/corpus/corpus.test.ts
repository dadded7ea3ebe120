import { describe, expect, test } from 'vitest';
import { compareWithKnown, readKnown } from './known-refusals.js';
import { chooseSpecs, type CorpusSpec } from './sample.js';
import type { Verdict } from './try-spec.js';

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

describe('known refusals', () => {
  const refused: Verdict = {
    spec: spec('a'),
    state: 'refused',
    reasons: ['a.json:1:1 error wrong-type: "type" must be a string'],
    repairs: 0,
    withoutNames: false,
    seconds: [1, 0, 0],
  };
  const good: Verdict = {
    spec: spec('b'),
    state: 'good',
    reasons: [],
    repairs: 0,
    withoutNames: false,
    seconds: [1, 1, 1],
  };
  const known = { spec: 'a', code: 'wrong-type', reason: 'its type is a number' };

  test('are no complaint', () => {
    expect(compareWithKnown([refused, good], [known])).toEqual([]);
  });

  test.each([
    [
      'a refusal without an entry',
      [refused],
      [],
      ['a: refused\n    a.json:1:1 error wrong-type: "type" must be a string'],
    ],
    ['a refusal for another reason', [refused], [{ ...known, code: 'other' }], [expect.stringMatching(/^a: refused/)]],
    [
      'a crash, whatever is known',
      [{ ...refused, state: 'crashed' as const }],
      [known],
      [expect.stringMatching(/^a: crashed/)],
    ],
    ['an entry that is not needed', [good], [{ ...known, spec: 'b' }], ['b: its entry in known.yaml is not needed']],
    ['an entry that stands twice', [refused], [known, known], ['a: stands twice in known.yaml']],
  ])('%s is one', (_, verdicts, entries, want) => {
    expect(compareWithKnown(verdicts, entries)).toEqual(want);
  });

  test('that are written down can be read, each once', () => {
    const names = readKnown().map((entry) => entry.spec);
    expect(new Set(names).size).toBe(names.length);
  });
});
