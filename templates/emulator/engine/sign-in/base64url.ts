import { sha256 } from '../domain/sha256.js';

/** Bytes in base64url without padding. */
export function base64url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The bytes of a base64url string, with or without padding; undefined if it is none. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  const plain = text.replace(/={1,2}$/, '');
  if (!/^[\w-]*$/.test(plain) || plain.length % 4 === 1) return undefined;
  return Uint8Array.from(atob(plain.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
}

/** The SHA-256 of a string, in base64url: what is stored of a secret. */
export function hashOf(text: string): string {
  return base64url(sha256(new TextEncoder().encode(text)));
}

/** A new secret that nobody can guess: the prefix, and 192 random bits. */
export function newSecret(prefix: string): string {
  return prefix + base64url(crypto.getRandomValues(new Uint8Array(24)));
}
