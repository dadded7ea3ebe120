import type { Bytes } from '../../client/body/media.js';

/** Number of bytes that are converted at once: a call can only have a limited number of arguments. */
const pieceLength = 0x8000;

/** Returns a string with one character per byte. */
export function toBinaryString(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += pieceLength)
    text += String.fromCharCode(...bytes.subarray(at, at + pieceLength));
  return text;
}

/** Writes bytes in base64. */
export function base64(bytes: Uint8Array): string {
  return btoa(toBinaryString(bytes));
}

/** Decodes a base64 string; throws a `DOMException` for any other string. */
export function fromBase64(text: string): Bytes {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Writes bytes in base64url without padding. */
export function base64url(bytes: Uint8Array): string {
  return base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Decodes a base64url string, with or without padding; `undefined` for any other string. */
export function fromBase64url(text: string): Bytes | undefined {
  const plain = text.replace(/={1,2}$/, '');
  if (!/^[\w-]*$/.test(plain) || plain.length % 4 === 1) return undefined;
  return fromBase64(plain.replaceAll('-', '+').replaceAll('_', '/'));
}
