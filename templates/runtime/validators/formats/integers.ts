const decimal = /^-?(?:0|[1-9][0-9]*)$/;
const int64Most = '9223372036854775807';
const int64Least = '9223372036854775808';
const uint64Most = '18446744073709551615';

/** Returns whether a number is a whole number of 32 bits with sign. */
export function isInt32(value: number): boolean {
  return value === (value | 0);
}

/** Returns whether a number is a whole number of 32 bits without sign. */
export function isUint32(value: number): boolean {
  return value === value >>> 0;
}

/** Returns whether a number is a whole number of 64 bits with sign. Beyond 2^53 it is false: a JSON number may have lost digits. */
export function isInt64(value: number): boolean {
  return Number.isSafeInteger(value);
}

/** Returns whether a number is a whole number of 64 bits without sign. Beyond 2^53 it is false: a JSON number may have lost digits. */
export function isUint64(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/** Returns whether a number is in the range of single precision. */
export function isFloat(value: number): boolean {
  return Number.isFinite(Math.fround(value));
}

/** Returns whether a string is a decimal whole number of 64 bits with sign: `-12`, but not `-0`, which is written `0`. */
export function isInt64Text(value: string): boolean {
  if (!decimal.test(value) || value === '-0') return false;
  return value.startsWith('-') ? isWithin(value.slice(1), int64Least) : isWithin(value, int64Most);
}

/** Returns whether a string is a decimal whole number of 64 bits without sign: `3057`. */
export function isUint64Text(value: string): boolean {
  return decimal.test(value) && !value.startsWith('-') && isWithin(value, uint64Most);
}

/** Returns whether a string is a decimal whole number of 32 bits with sign. */
export function isInt32Text(value: string): boolean {
  return isInt64Text(value) && isInt32(Number(value));
}

/** Returns whether a string is a decimal whole number of 32 bits without sign. */
export function isUint32Text(value: string): boolean {
  return isUint64Text(value) && isUint32(Number(value));
}

/** Returns whether a whole number is at most another one; both are strings of digits without leading zeros. */
function isWithin(digits: string, most: string) {
  return digits.length < most.length || (digits.length === most.length && digits <= most);
}
