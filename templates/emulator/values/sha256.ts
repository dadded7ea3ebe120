import { sha256 as hash } from '@noble/hashes/sha2.js';

/**
 * Computes the SHA-256 of bytes. Web Crypto has it only as a promise, and not at all on pages without HTTPS; tokens are looked up
 * synchronously.
 */
export function sha256(bytes: Uint8Array): Uint8Array {
  return hash(bytes);
}
