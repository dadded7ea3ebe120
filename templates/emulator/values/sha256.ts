import { sha256 as hash } from '@noble/hashes/sha2.js';

/**
 * Computes the SHA-256 of bytes synchronously, to look up tokens. Web Crypto is only asynchronous, and is missing on pages without
 * HTTPS.
 */
export function sha256(bytes: Uint8Array): Uint8Array {
  return hash(bytes);
}
