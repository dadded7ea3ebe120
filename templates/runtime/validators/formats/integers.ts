const decimal = /^-?(?:0|[1-9][0-9]*)$/;
const int64Most = '9223372036854775807';
const int64Least = '9223372036854775808';
const uint64Most = '18446744073709551615';

/** Tests if a number is a whole number of 32 bits with sign. */
export function isInt32(value: number): boolean {
  return value === (value | 0);
}

/** Tests if a number is a whole number of 32 bits without sign. */
export function isUint32(value: number): boolean {
  return value === value >>> 0;
}

/** Tests if a number is a whole number of 64 bits with sign; beyond 2^53 a number of JSON may have been another one. */
export function isInt64(value: number): boolean {
  return Number.isSafeInteger(value);
}

/** Tests if a number is a whole number of 64 bits without sign; beyond 2^53 a number of JSON may have been another one. */
export function isUint64(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/** Tests if a number is one of single precision's range. */
export function isFloat(value: number): boolean {
  return Number.isFinite(Math.fround(value));
}

/** Tests if a string is a decimal whole number of 64 bits with sign: `-12`, but not `-0`, which is written `0`. */
export function isInt64Text(value: string): boolean {
  if (!decimal.test(value) || value === '-0') return false;
  return value.startsWith('-') ? isWithin(value.slice(1), int64Least) : isWithin(value, int64Most);
}

/** Tests if a string is a decimal whole number of 64 bits without sign: `3057`. */
export function isUint64Text(value: string): boolean {
  return decimal.test(value) && !value.startsWith('-') && isWithin(value, uint64Most);
}

/** Tests if a string is a decimal whole number of 32 bits with sign. */
export function isInt32Text(value: string): boolean {
  return isInt64Text(value) && isInt32(Number(value));
}

/** Tests if a string is a decimal whole number of 32 bits without sign. */
export function isUint32Text(value: string): boolean {
  return isUint64Text(value) && isUint32(Number(value));
}

/** Digits without leading zeros compare as numbers by length, then as strings. */
function isWithin(digits: string, most: string) {
  return digits.length < most.length || (digits.length === most.length && digits <= most);
}
