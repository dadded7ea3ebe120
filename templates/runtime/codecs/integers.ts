import { isInt64Text, isUint64Text } from '../validators/formats/integers.js';
import type { Codec } from '../codec.js';

/** `int64` that travels as a number: exact, whatever its size. */
export const int64AsBigint: Codec<number, bigint> = /* @__PURE__ */ createCodec('int64', 'number');

/** `uint64` that travels as a number: exact, whatever its size. */
export const uint64AsBigint: Codec<number, bigint> = /* @__PURE__ */ createCodec('uint64', 'number');

/** `int64` that travels as a string. */
export const int64TextAsBigint: Codec<string, bigint> = /* @__PURE__ */ createCodec('int64', 'text');

/** `uint64` that travels as a string. */
export const uint64TextAsBigint: Codec<string, bigint> = /* @__PURE__ */ createCodec('uint64', 'text');

/** `int64` that travels as a number or a string: sent as a number where every reader has all of its digits, else as a string. */
export const int64EitherAsBigint: Codec<number | string, bigint> = /* @__PURE__ */ createCodec('int64', 'either');

/** `uint64` that travels as a number or a string. */
export const uint64EitherAsBigint: Codec<number | string, bigint> = /* @__PURE__ */ createCodec('uint64', 'either');

function createCodec<Wire>(name: 'int64' | 'uint64', form: 'number' | 'text' | 'either'): Codec<Wire, bigint> {
  const isInRange = name === 'int64' ? isInt64Text : isUint64Text;
  const check = (value: bigint) => {
    if (!isInRange(String(value))) throw new RangeError(`it is beyond ${name}`);
    return value;
  };
  return {
    name,
    decode: (wire, source) => {
      if (form === 'number' || (form === 'either' && typeof wire !== 'string')) return check(readInteger(wire, source));
      if (typeof wire !== 'string' || !/^-?\d+$/.test(wire)) throw new RangeError('it is no decimal whole number');
      return check(BigInt(wire));
    },
    encode: (value) => {
      check(value);
      if (form === 'number') return value;
      // `as`: the types of a form are those of its codec.
      return (form === 'either' && Number.isSafeInteger(Number(value)) ? Number(value) : String(value)) as Wire;
    },
    is: (value) => typeof value === 'bigint',
  };
}

/** Reads a number of JSON that is an integer: `1e3` → 1000n. Parameters and XML have it as text. */
function readInteger(wire: unknown, source: string | undefined): bigint {
  // `as`: it is a number.
  if (Number.isSafeInteger(wire)) return BigInt(wire as number);
  const text = typeof wire === 'string' ? wire : source;
  if (text === undefined && Number.isInteger(wire))
    throw new RangeError('a number this large may have lost digits: read the JSON by `parseExact`');
  const [, whole, fraction = '', exponent] = /^(-?\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text ?? '') ?? [];
  const digits = `${whole}${fraction}`;
  // No integer of 64 bits has 100 digits.
  const zeros = Number(exponent ?? 0) - fraction.length;
  if (whole !== undefined && digits.length + Math.abs(zeros) <= 100) {
    const scale = 10n ** BigInt(Math.abs(zeros));
    if (zeros >= 0) return BigInt(digits) * scale;
    if (BigInt(digits) % scale === 0n) return BigInt(digits) / scale;
  }
  throw new RangeError('it is no whole number');
}
