import { describe, expect, test } from 'vitest';
import { analyzePattern, type Attack, type Verdict } from '../../../generator/spec/patterns/analyze-pattern.js';
import { countSteps } from './count-steps.js';
import { readRows } from '../../rows.js';

const { rows, table } = readRows(import.meta.url);

function judge(pattern: string): Verdict {
  return analyzePattern(pattern, 'u');
}

/** Builds the text of an attack in which each pump is repeated. */
function buildText({ pumps, suffix }: Attack, times: number): string {
  return pumps.map(({ before, pump }) => before + pump.repeat(times)).join('') + suffix;
}

function findAttack(pattern: string): Attack {
  const verdict = judge(pattern);
  if (!('attack' in verdict)) throw new Error(`${pattern} is ${verdict.kind}`);
  return verdict.attack;
}

const linear = rows<string>('linear');

const polynomial = rows<readonly [string, number]>('polynomial');

const exponential = rows<string>('exponential');

describe('analyzePattern', () => {
  test.each(linear)('finds %s linear', (pattern) => {
    expect(judge(pattern)).toEqual({ kind: 'linear' });
  });

  test.each(polynomial)('finds that %s takes time of degree %i', (pattern, degree) => {
    expect(judge(pattern)).toMatchObject({
      kind: 'polynomial',
      degree,
      weight: 1,
    });
  });

  test.each(exponential)('finds %s exponential', (pattern) => {
    expect(judge(pattern)).toMatchObject({
      kind: 'exponential',
      bound: Infinity,
    });
  });

  table(
    'finds %s exponential although it is bounded, because the ways to match multiply',
    (pattern: string, bound: number) => {
      expect(judge(pattern)).toMatchObject({ kind: 'exponential', bound });
    },
  );

  test.each([
    ['^[a-z]{1,63}[a-z0-9-]{0,63}$', 62],
    ['^.{0,1000}.{0,1000}$', 1000],
  ])('finds %s linear with a large factor', (pattern, weight) => {
    expect(judge(pattern)).toMatchObject({
      kind: 'polynomial',
      degree: 1,
      weight,
    });
  });

  table('finds that it cannot tell about %.40s', (pattern: string, reason: string) => {
    expect(judge(pattern)).toEqual({ kind: 'unknown', reason });
  });

  table('reads the older syntax: %s', (pattern: string, kind: string) => {
    expect(analyzePattern(pattern, '').kind).toBe(kind);
  });
});

describe('an attack', () => {
  test.each(exponential.filter((pattern) => !pattern.includes('[^]')))('multiplies the steps of %s', (pattern) => {
    const attack = findAttack(pattern);
    const [few, many] = [4, 8].map((times) => countSteps(pattern, buildText(attack, times)));
    expect((many ?? 0) / (few ?? 1)).toBeGreaterThan(8);
  });

  test.each(polynomial.filter(([pattern]) => !pattern.includes('?')))(
    'makes the steps of %s grow with power %i',
    (pattern, degree) => {
      const attack = findAttack(pattern);
      const [few, many] = [15, 30].map((times) => countSteps(pattern, buildText(attack, times)));
      expect(Math.log2((many ?? 0) / (few ?? 1))).toBeGreaterThan(degree - 0.5);
    },
  );

  test('does not exist for a linear pattern, which takes linear time', () => {
    const [few, many] = [100, 200].map((times) => countSteps('^[a-z]+(_[a-z]+)*$', `${'ab_'.repeat(times)}!`));
    expect((many ?? 0) / (few ?? 1)).toBeLessThan(2.1);
  });
});
