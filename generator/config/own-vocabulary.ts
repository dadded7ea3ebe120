import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Diagnostics } from '../diagnostics.js';
import { packageRoot } from '../output/read-tool.js';
import { readVocabulary, type Vocabulary } from '../spec/vocabulary/vocabulary.js';

/** Read once by a process, whose services share it. */
let own: Vocabulary | undefined;

/**
 * The `x-` extensions that speccast knows, for documents that come without a vocabulary of their own: other extensions may
 * be beside them, and values that do not fit are taken for somebody else's.
 */
export function ownVocabulary(): Vocabulary {
  own ??= readOwn();
  return own;
}

function readOwn(): Vocabulary {
  const file = join(packageRoot(dirname(fileURLToPath(import.meta.url))), 'specs', 'vocabulary.yaml');
  const vocabulary = readVocabulary({ file, text: readFileSync(file, 'utf8') }, new Diagnostics());
  if (vocabulary === undefined) throw new Error(`${file} cannot be read`);
  return { ...vocabulary, tolerant: true };
}
