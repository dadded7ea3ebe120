import { isInt64Text } from './integers.js';

/** Tests if a number is a whole number of 8 bits with sign. */
export function isInt8(value: number): boolean {
  return value === (value << 24) >> 24;
}

/** Tests if a number is a whole number of 8 bits without sign. */
export function isUint8(value: number): boolean {
  return value === (value & 0xff);
}

/** Tests if a number is a whole number of 16 bits with sign. */
export function isInt16(value: number): boolean {
  return value === (value << 16) >> 16;
}

/** Tests if a number is a whole number of 16 bits without sign. */
export function isUint16(value: number): boolean {
  return value === (value & 0xffff);
}

/** Tests if a string is a decimal whole number of 8 bits with sign. */
export function isInt8Text(value: string): boolean {
  return isInt64Text(value) && isInt8(Number(value));
}

/** Tests if a string is a decimal whole number of 8 bits without sign. */
export function isUint8Text(value: string): boolean {
  return isInt64Text(value) && isUint8(Number(value));
}

/** Tests if a string is a decimal whole number of 16 bits with sign. */
export function isInt16Text(value: string): boolean {
  return isInt64Text(value) && isInt16(Number(value));
}

/** Tests if a string is a decimal whole number of 16 bits without sign. */
export function isUint16Text(value: string): boolean {
  return isInt64Text(value) && isUint16(Number(value));
}
