import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Diagnostics } from '../diagnostics.js';
import { packageRoot } from '../output/read-tool.js';
import { readVocabulary, type Vocabulary } from '../spec/vocabulary/vocabulary.js';

/** The vocabulary after the first call; all services of a process share it. */
let own: Vocabulary | undefined;

/**
 * Returns the `x-` extensions that speccast knows, for documents that come without a vocabulary of their own. It is tolerant: other
 * extensions are allowed, and a known extension with an invalid value is ignored, as another tool may give it another meaning.
 */
export function ownVocabulary(): Vocabulary {
  if (own !== undefined) return own;
  const file = join(packageRoot(dirname(fileURLToPath(import.meta.url))), 'specs', 'vocabulary.yaml');
  const vocabulary = readVocabulary({ file, text: readFileSync(file, 'utf8') }, new Diagnostics());
  if (vocabulary === undefined) throw new Error(`${file} cannot be read`);
  return (own = { ...vocabulary, tolerant: true });
}
