import type { AssertionCode, Keyword, Keywords } from './keyword.js';

/** Keywords of numbers. */
export interface NumberRules {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
}

const bound: Pick<Keyword, 'takes' | 'vocabulary'> = { takes: 'number', vocabulary: 'validation' };

/** The keywords of numbers, in the order in which they are asserted. */
export const numbers: Keywords<NumberRules> = {
  minimum: {
    ...bound,
    limit: { isLower: true, upper: 'maximum' },
    is: (value, least, { literal }) => [value, '>=', literal(least)],
  },
  maximum: { ...bound, limit: { isLower: false }, is: (value, most, { literal }) => [value, '<=', literal(most)] },
  exclusiveMinimum: {
    ...bound,
    limit: { isLower: true, isExclusive: true },
    note: (least) => `More than ${least}.`,
    is: (value, least, { literal }) => [value, '>', literal(least)],
  },
  exclusiveMaximum: {
    ...bound,
    limit: { isLower: false, isExclusive: true },
    note: (most) => `Less than ${most}.`,
    is: (value, most, { literal }) => [value, '<', literal(most)],
  },
  multipleOf: {
    takes: 'positive',
    vocabulary: 'validation',
    comparison: { kind: 'step' },
    note: (divisor) => `A multiple of ${divisor}.`,
    is: isMultiple,
    says: (divisor, code) => [code.literal(divisor), `(value: number) => ${isMultiple('value', divisor, code)}`],
  },
};

/** Writes the test for a multiple: two operations for a divisor that is a short decimal, exact arithmetic for others. */
function isMultiple(value: string, divisor: number, { use, literal }: AssertionCode): string {
  const [mantissa = '', exponent = '0'] = divisor.toExponential().split('e');
  const decimals = Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent));
  const power = 10 ** decimals;
  const scaled = Math.round(divisor * power);
  const isShort = power <= 1e22 && Number.isSafeInteger(scaled) && scaled / power === divisor;
  return isShort
    ? `${use('multiple-of', 'isMultiple')}(${value}, ${literal(scaled)}, ${literal(power)})`
    : `${use('multiple-of', 'isMultipleExactly')}(${value}, ${literal(divisor)})`;
}

/** Makes a small number that rules allow, unless they contradict each other. */
export function simplestNumber({ minimum, exclusiveMinimum, maximum, multipleOf }: NumberRules): number {
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1);
  const value = least ?? Math.min(1, maximum ?? 1);
  return multipleOf === undefined ? value : Math.ceil(value / multipleOf) * multipleOf;
}
