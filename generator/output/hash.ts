import { createHash } from 'node:crypto';

/** SHA-256 of texts in lower-case hex; each text counts with its length, so that `a, bc` and `ab, c` differ. */
export function hashTexts(...texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}:`).update(text);
  return hash.digest('hex');
}
