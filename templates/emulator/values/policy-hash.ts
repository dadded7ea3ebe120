import { base64 } from '@speccast/runtime/requests';
import { sha256 } from './sha256.js';

const hashes = new Map<string, string>();

/** Returns the source expression by which a content security policy allows an inline style or script. Computed once a text. */
export function policyHash(text: string): string {
  const hash = hashes.get(text) ?? base64(sha256(new TextEncoder().encode(text)));
  hashes.set(text, hash);
  return `'sha256-${hash}'`;
}
