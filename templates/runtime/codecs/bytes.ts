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

/** Bytes that become characters at once: a call takes only so many arguments. */
const pieceLength = 8192;

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += pieceLength)
    text += String.fromCharCode(...bytes.subarray(at, at + pieceLength));
  return btoa(text);
}
