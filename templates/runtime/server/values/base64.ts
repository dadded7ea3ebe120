import type { Bytes } from '../../client/body/media.js';

/** Bytes in base64. */
export function base64(bytes: Uint8Array): string {
  const step = 0x8000;
  let text = '';
  for (let at = 0; at < bytes.length; at += step) text += String.fromCharCode(...bytes.subarray(at, at + step));
  return btoa(text);
}

/** The bytes of a base64 string. Throws for any other. */
export function fromBase64(text: string): Bytes {
  const decoded = atob(text);
  return Uint8Array.from({ length: decoded.length }, (_one, index) => decoded.charCodeAt(index));
}

/** Bytes in base64url without padding. */
export function base64url(bytes: Uint8Array): string {
  return base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The bytes of a base64url string, with or without padding; undefined if it is none. */
export function fromBase64url(text: string): Bytes | undefined {
  const plain = text.replace(/={1,2}$/, '');
  if (!/^[\w-]*$/.test(plain) || plain.length % 4 === 1) return undefined;
  return fromBase64(plain.replaceAll('-', '+').replaceAll('_', '/'));
}
