import { base64 } from '@speccast/runtime/requests';
import { sha256 } from './sha256.js';

const hashes = new Map<string, string>();

/** What a content security policy allows a style or a script of a page by. It is kept, since few pages have many. */
export function policyHash(text: string): string {
  const known = hashes.get(text) ?? base64(sha256(new TextEncoder().encode(text)));
  hashes.set(text, known);
  return `'sha256-${known}'`;
}
