import { isInt64, isInt64Text } from './integers.js';

/** Whether a number is a whole number of 8 bits with sign. */
export function isInt8(value: number): boolean {
  return isInt64(value) && value >= -128 && value <= 127;
}

/** Whether a number is a whole number of 8 bits without sign. */
export function isUint8(value: number): boolean {
  return isInt64(value) && value >= 0 && value <= 255;
}

/** Whether a number is a whole number of 16 bits with sign. */
export function isInt16(value: number): boolean {
  return isInt64(value) && value >= -32_768 && value <= 32_767;
}

/** Whether a number is a whole number of 16 bits without sign. */
export function isUint16(value: number): boolean {
  return isInt64(value) && value >= 0 && value <= 65_535;
}

/** Whether a text is a decimal whole number of 8 bits with sign. */
export function isInt8Text(text: string): boolean {
  return isInt64Text(text) && isInt8(Number(text));
}

/** Whether a text is a decimal whole number of 8 bits without sign. */
export function isUint8Text(text: string): boolean {
  return isInt64Text(text) && isUint8(Number(text));
}

/** Whether a text is a decimal whole number of 16 bits with sign. */
export function isInt16Text(text: string): boolean {
  return isInt64Text(text) && isInt16(Number(text));
}

/** Whether a text is a decimal whole number of 16 bits without sign. */
export function isUint16Text(text: string): boolean {
  return isInt64Text(text) && isUint16(Number(text));
}
