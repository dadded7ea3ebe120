import { isInt64, isInt64Text } from './integers.js';

/** Tests if a number is a whole number of 8 bits with sign. */
export function isInt8(value: number): boolean {
  return isInt64(value) && value >= -128 && value <= 127;
}

/** Tests if a number is a whole number of 8 bits without sign. */
export function isUint8(value: number): boolean {
  return isInt64(value) && value >= 0 && value <= 255;
}

/** Tests if a number is a whole number of 16 bits with sign. */
export function isInt16(value: number): boolean {
  return isInt64(value) && value >= -32_768 && value <= 32_767;
}

/** Tests if a number is a whole number of 16 bits without sign. */
export function isUint16(value: number): boolean {
  return isInt64(value) && value >= 0 && value <= 65_535;
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
