import type { Codec } from '../codec.js';

/** `byte`: base64 (RFC 4648) as bytes; what lacks its padding is read, too. */
export const byteAsBytes: Codec<string, Uint8Array> = {
  name: 'byte',
  decode: (wire) => toBytes(wire, /^[A-Za-z0-9+/]*={0,2}$/),
  encode: (bytes) => toBase64(bytes),
  is: isBytes,
};

/** `base64url`: base64 for addresses, without padding, as bytes. */
export const base64urlAsBytes: Codec<string, Uint8Array> = {
  name: 'base64url',
  decode: (wire) => toBytes(wire, /^[\w-]*={0,2}$/),
  encode: (bytes) => toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
  is: isBytes,
};

function isBytes(value: unknown): boolean {
  return value instanceof Uint8Array;
}

function toBytes(text: unknown, alphabet: RegExp): Uint8Array {
  if (typeof text !== 'string' || !alphabet.test(text)) throw new RangeError('it is no base64');
  const digits = text.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/');
  if (digits.length % 4 === 1) throw new RangeError('it is no base64: its end is missing');
  return Uint8Array.from(atob(digits), (character) => character.charCodeAt(0));
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
