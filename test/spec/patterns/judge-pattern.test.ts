import { describe, expect, test } from 'vitest';
import { analyzePattern, type Attack, type Verdict } from '../../../generator/spec/patterns/analyze-pattern.js';
import { countSteps } from './count-steps.js';

function judge(pattern: string): Verdict {
  return analyzePattern(pattern, 'u');
}

/** The text of an attack whose pumps stand so many times each. */
function textOf({ pumps, suffix }: Attack, times: number): string {
  return pumps.map(({ before, pump }) => before + pump.repeat(times)).join('') + suffix;
}

function attackOf(pattern: string): Attack {
  const verdict = judge(pattern);
  if (!('attack' in verdict)) throw new Error(`${pattern} is ${verdict.kind}`);
  return verdict.attack;
}

const linear: readonly string[] = [
  '^[A-Za-z0-9_-]{11}$',
  '^accounts/[^/]+/adUnits/[^/]+$',
  '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$',
  '^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\\.[a-zA-Z]{2,}$',
  '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?$',
  '^(?=.*[A-Z])(?=.*[a-z])(?=.*\\d).{8,64}$',
  '^(?!.*--)[a-z][a-z0-9-]{1,61}[a-z0-9]$',
  '^P(?!$)(\\d+Y)?(\\d+M)?(\\d+W)?(\\d+D)?(T(?=\\d)(\\d+H)?(\\d+M)?(\\d+S)?)?$',
  '^((25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(\\.|$)){4}$',
  '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
  '^\\s*$|^.+$',
  '^[\\s\\S]*\\S[\\s\\S]*$',
  '[a-z]+',
  '[a-z]{10,}',
  '^(?:.|\\n)*$',
  '(?:a|a)*',
  '^\\p{Lu}\\p{L}*$',
  '\\bcat\\b',
  '(?<=a{1,3})b',
  '',
];

const polynomial: readonly (readonly [string, number])[] = [
  ['\\s+$', 2],
  ['.*\\S.*', 2],
  ['^.*[^ ].*$', 2],
  ['^.*,.*,.*$', 3],
  ['^\\S+@\\S+\\.\\S+$', 3],
  ['^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$', 2],
  ['^a*a*a*a*$', 4],
  ['^a*?a*?$', 2],
  ['(?:[ab]ab)*$', 2],
  ['^(?:(?=.*b)a)*$', 2],
  ['\\p{L}+$', 2],
];

const exponential: readonly string[] = [
  '^(a+)+$',
  '^(a|a)*$',
  '^(?:a|aa)+$',
  '^(a|b|ab)*c',
  '(a*)*b',
  '(x+x+)+y',
  '^(\\w+\\s?)*$',
  '^(\\w|_)+$',
  '^(?:(a|a)*b|[^]*)$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
];

describe('analyzePattern', () => {
  test.each(linear)('finds %s linear', (pattern) => {
    expect(judge(pattern)).toEqual({ kind: 'linear' });
  });

  test.each(polynomial)('finds that %s takes time of degree %i', (pattern, degree) => {
    expect(judge(pattern)).toMatchObject({ kind: 'polynomial', degree, weight: 1 });
  });

  test.each(exponential)('finds %s exponential', (pattern) => {
    expect(judge(pattern)).toMatchObject({ kind: 'exponential', bound: Infinity });
  });

  test.each([
    ['^(a|a){30}$', 60],
    ['^(a?){30}$', 30],
    [`^${'a?'.repeat(30)}${'a'.repeat(30)}$`, 60],
    ['^(a{1,10}){1,10}$', 100],
  ])('finds that bounds do not help where the ways of reading multiply: %s', (pattern, bound) => {
    expect(judge(pattern)).toMatchObject({ kind: 'exponential', bound });
  });

  test.each([
    ['^[a-z]{1,63}[a-z0-9-]{0,63}$', 62],
    ['^.{0,1000}.{0,1000}$', 1000],
  ])('finds that %s costs a multiple, not a power', (pattern, weight) => {
    expect(judge(pattern)).toMatchObject({ kind: 'polynomial', degree: 1, weight });
  });

  test.each([
    ['(.)\\1', 'it repeats what a group has matched'],
    ['(?<=a*)b', 'it looks behind without a bound'],
    [`${'('.repeat(300)}a${')'.repeat(300)}`, 'it nests too many groups'],
    [`(?:${'a?'.repeat(2000)})*$`, 'it is too long'],
    [`^${'.*'.repeat(60)}$`, 'it is too large'],
  ])('does not guess about what it does not know: %.40s', (pattern, reason) => {
    expect(judge(pattern)).toEqual({ kind: 'unknown', reason });
  });

  test.each([
    ['^\\_+$', 'linear'],
    ['^(\\_+)+$', 'exponential'],
    ['^{a}]+\\1$', 'linear'],
    ['^(a)\\1$', 'unknown'],
  ])('reads the older syntax: %s', (pattern, kind) => {
    expect(analyzePattern(pattern, '').kind).toBe(kind);
  });
});

describe('an attack', () => {
  test.each(exponential.filter((pattern) => !pattern.includes('[^]')))('multiplies the steps of %s', (pattern) => {
    const attack = attackOf(pattern);
    const [few, many] = [4, 8].map((times) => countSteps(pattern, textOf(attack, times)));
    expect((many ?? 0) / (few ?? 1)).toBeGreaterThan(8);
  });

  test.each(polynomial.filter(([pattern]) => !pattern.includes('?')))(
    'makes the steps of %s grow with power %i',
    (pattern, degree) => {
      const attack = attackOf(pattern);
      const [few, many] = [15, 30].map((times) => countSteps(pattern, textOf(attack, times)));
      expect(Math.log2((many ?? 0) / (few ?? 1))).toBeGreaterThan(degree - 0.5);
    },
  );

  test('of a linear pattern would take linear time', () => {
    const [few, many] = [100, 200].map((times) => countSteps('^[a-z]+(_[a-z]+)*$', `${'ab_'.repeat(times)}!`));
    expect((many ?? 0) / (few ?? 1)).toBeLessThan(2.1);
  });
});
