import { isInt64Text, isUint64Text } from '../validators/formats/integers.js';
import type { Codec } from './codec.js';

/** `int64` that travels as a number: exact, whatever its size. */
export const int64AsBigint: Codec<number, bigint> = ofNumbers('int64', isInt64Text);

/** `uint64` that travels as a number: exact, whatever its size. */
export const uint64AsBigint: Codec<number, bigint> = ofNumbers('uint64', isUint64Text);

/** `int64` that travels as a string. */
export const int64TextAsBigint: Codec<string, bigint> = ofTexts('int64', isInt64Text);

/** `uint64` that travels as a string. */
export const uint64TextAsBigint: Codec<string, bigint> = ofTexts('uint64', isUint64Text);

/** `int64` that travels as a number or a string: sent as a number where every reader has all of its digits, else as a string. */
export const int64EitherAsBigint: Codec<number | string, bigint> = ofEither(int64AsBigint, int64TextAsBigint);

/** `uint64` that travels as a number or a string. */
export const uint64EitherAsBigint: Codec<number | string, bigint> = ofEither(uint64AsBigint, uint64TextAsBigint);

function ofEither(number: Codec<number, bigint>, text: Codec<string, bigint>): Codec<number | string, bigint> {
  return {
    ...number,
    decode: (wire, source) => (typeof wire === 'string' ? text.decode(wire) : number.decode(wire, source)),
    encode: (value) => (Number.isSafeInteger(Number(value)) ? Number(number.encode(value)) : text.encode(value)),
  };
}

function ofNumbers(name: string, isInRange: (text: string) => boolean): Codec<number, bigint> {
  return {
    name,
    decode: (wire, source) => within(readInteger(wire, source), name, isInRange),
    encode: (value) => within(value, name, isInRange),
    is: isBigint,
  };
}

function ofTexts(name: string, isInRange: (text: string) => boolean): Codec<string, bigint> {
  return {
    name,
    decode: (wire) => {
      if (typeof wire !== 'string' || !/^-?\d+$/.test(wire)) throw new RangeError('it is no decimal whole number');
      return within(BigInt(wire), name, isInRange);
    },
    encode: (value) => String(within(value, name, isInRange)),
    is: isBigint,
  };
}

function isBigint(value: unknown): boolean {
  return typeof value === 'bigint';
}

function within(value: bigint, name: string, isInRange: (text: string) => boolean): bigint {
  if (!isInRange(String(value))) throw new RangeError(`it is beyond ${name}`);
  return value;
}

/** Most digits that are written out: no integer of 64 bits has more. */
const mostDigits = 100;

/** Reads a number of JSON that is an integer: `1e3` → 1000n. Parameters and XML have it as text. */
function readInteger(wire: unknown, source: string | undefined): bigint {
  // `as`: it is a number.
  if (Number.isSafeInteger(wire)) return BigInt(wire as number);
  const text = typeof wire === 'string' ? wire : source;
  if (text === undefined && Number.isInteger(wire))
    throw new RangeError('a number this large may have lost digits: read the JSON by `parseExact`');
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text ?? '') ?? [];
  const digits = (whole + fraction).replace(/^0+(?=.)/, '');
  const zeros = Number(exponent) - fraction.length;
  const isWhole = zeros >= 0 || /^0*$/.test(digits.slice(zeros));
  if (digits === '' || !isWhole || Math.abs(zeros) + digits.length > mostDigits)
    throw new RangeError('it is no whole number');
  return BigInt(sign + (zeros >= 0 ? digits + '0'.repeat(zeros) : digits.slice(0, zeros) || '0'));
}
