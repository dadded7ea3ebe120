import { isInt64Text } from './integers.js';

/** Returns whether a number is a whole number of 8 bits with sign. */
export function isInt8(value: number): boolean {
  return value === (value << 24) >> 24;
}

/** Returns whether a number is a whole number of 8 bits without sign. */
export function isUint8(value: number): boolean {
  return value === (value & 0xff);
}

/** Returns whether a number is a whole number of 16 bits with sign. */
export function isInt16(value: number): boolean {
  return value === (value << 16) >> 16;
}

/** Returns whether a number is a whole number of 16 bits without sign. */
export function isUint16(value: number): boolean {
  return value === (value & 0xffff);
}

/** Returns whether a string is a decimal whole number of 8 bits with sign. */
export function isInt8Text(value: string): boolean {
  return isInt64Text(value) && isInt8(Number(value));
}

/** Returns whether a string is a decimal whole number of 8 bits without sign. */
export function isUint8Text(value: string): boolean {
  return isInt64Text(value) && isUint8(Number(value));
}

/** Returns whether a string is a decimal whole number of 16 bits with sign. */
export function isInt16Text(value: string): boolean {
  return isInt64Text(value) && isInt16(Number(value));
}

/** Returns whether a string is a decimal whole number of 16 bits without sign. */
export function isUint16Text(value: string): boolean {
  return isInt64Text(value) && isUint16(Number(value));
}
