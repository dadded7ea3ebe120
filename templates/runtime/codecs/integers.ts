import { isInt64Text, isUint64Text } from '../validators/formats/integers.js';
import type { Codec } from '../codec.js';

/** The format `int64`, sent as a JSON number, as a `bigint` with all digits. */
export const int64AsBigint: Codec<number, bigint> = /* @__PURE__ */ createCodec('int64', 'number');

/** The format `uint64`, sent as a JSON number, as a `bigint` with all digits. */
export const uint64AsBigint: Codec<number, bigint> = /* @__PURE__ */ createCodec('uint64', 'number');

/** The format `int64`, sent as a string, as a `bigint`. */
export const int64TextAsBigint: Codec<string, bigint> = /* @__PURE__ */ createCodec('int64', 'text');

/** The format `uint64`, sent as a string, as a `bigint`. */
export const uint64TextAsBigint: Codec<string, bigint> = /* @__PURE__ */ createCodec('uint64', 'text');

/** The format `int64`, sent as a number or a string, as a `bigint`. A number is sent as such only if a double can hold it. */
export const int64EitherAsBigint: Codec<number | string, bigint> = /* @__PURE__ */ createCodec('int64', 'either');

/** The format `uint64`, sent as a number or a string, as a `bigint`. A number is sent as such only if a double can hold it. */
export const uint64EitherAsBigint: Codec<number | string, bigint> = /* @__PURE__ */ createCodec('uint64', 'either');

function createCodec<Wire>(name: 'int64' | 'uint64', form: 'number' | 'text' | 'either'): Codec<Wire, bigint> {
  const isInRange = name === 'int64' ? isInt64Text : isUint64Text;
  const check = (value: bigint) => {
    if (!isInRange(String(value))) throw new RangeError(`it is out of range for ${name}`);
    return value;
  };
  return {
    name,
    decode: (wire, source) => {
      if (form === 'number' || (form === 'either' && typeof wire !== 'string')) return check(readInteger(wire, source));
      if (typeof wire !== 'string' || !/^-?\d+$/.test(wire))
        throw new RangeError('it is not a whole number in decimal digits');
      return check(BigInt(wire));
    },
    encode: (value) => {
      check(value);
      if (form === 'number') return value;
      // `as`: each codec above has the Wire type of its form.
      return (form === 'either' && Number.isSafeInteger(Number(value)) ? Number(value) : String(value)) as Wire;
    },
    is: (value) => typeof value === 'bigint',
  };
}

/** Converts a JSON number to an integer: `1e3` → `1000n`. In parameters and XML, it is text. */
function readInteger(wire: unknown, source: string | undefined): bigint {
  // `as`: it is a number.
  if (Number.isSafeInteger(wire)) return BigInt(wire as number);
  const text = typeof wire === 'string' ? wire : source;
  if (text === undefined && Number.isInteger(wire))
    throw new RangeError('a number this large may have lost digits: parse the JSON with `parseExact`');
  const [, whole, fraction = '', exponent] = /^(-?\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text ?? '') ?? [];
  const digits = `${whole}${fraction}`;
  // Integers of 64 bits have at most 20 digits: longer numbers are not computed.
  const zeros = Number(exponent ?? 0) - fraction.length;
  if (whole !== undefined && digits.length + Math.abs(zeros) <= 100) {
    const scale = 10n ** BigInt(Math.abs(zeros));
    if (zeros >= 0) return BigInt(digits) * scale;
    if (BigInt(digits) % scale === 0n) return BigInt(digits) / scale;
  }
  throw new RangeError('it is not a whole number');
}
