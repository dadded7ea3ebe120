import type { JsonObject } from '../json.js';
import type { AssertionCode, Keyword, Keywords, Operator } from './keyword.js';

/** Keywords of numbers. */
export interface NumberRules {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
}

/** Returns a function that writes the test of a limit: `value.length >= 3`. `size` is the suffix that reads the size: `.length`. */
export function compareLimit(operator: Operator, size: string = ''): NonNullable<Keyword<number>['is']> {
  return (value, limit, { literal }) => [value + size, operator, literal(limit)];
}

/** The keywords of numbers, in the order in which they are asserted. */
export const numbers: Keywords<NumberRules> = {
  minimum: { takes: 'number', limit: { isLower: true, upper: 'maximum' }, is: compareLimit('>=') },
  maximum: { takes: 'number', limit: { isLower: false }, is: compareLimit('<=') },
  exclusiveMinimum: {
    takes: 'number',
    limit: { isLower: true, isExclusive: true },
    note: (least) => `More than ${least}.`,
    is: compareLimit('>'),
  },
  exclusiveMaximum: {
    takes: 'number',
    limit: { isLower: false, isExclusive: true },
    note: (most) => `Less than ${most}.`,
    is: compareLimit('<'),
  },
  multipleOf: {
    takes: 'positive',
    comparison: { kind: 'step' },
    note: (divisor) => `A multiple of ${divisor}.`,
    is: writeMultiple,
    says: (divisor, code) => [code.literal(divisor), `(value: number) => ${writeMultiple('value', divisor, code)}`],
  },
};

/** Writes the test for a multiple: fast for a divisor such as `0.01`, in exact arithmetic for a divisor with too many digits. */
function writeMultiple(value: string, divisor: number, { use, literal }: AssertionCode): string {
  const [mantissa = '', exponent = '0'] = divisor.toExponential().split('e');
  const decimals = Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent));
  const power = 10 ** decimals;
  const scaled = Math.round(divisor * power);
  const isShort = power <= 1e22 && Number.isSafeInteger(scaled) && scaled / power === divisor;
  return isShort
    ? `${use('multiple-of', 'isMultiple')}(${value}, ${literal(scaled)}, ${literal(power)})`
    : `${use('multiple-of', 'isMultipleExactly')}(${value}, ${literal(divisor)})`;
}

/** Returns a small number that a schema allows, unless its keywords contradict each other. */
export function simplestNumber({ minimum, exclusiveMinimum, maximum, multipleOf }: JsonObject): number {
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : Number(exclusiveMinimum) + 1);
  const value = Number(least ?? Math.min(1, Number(maximum ?? 1)));
  return multipleOf === undefined ? value : Math.ceil(value / Number(multipleOf)) * Number(multipleOf);
}
