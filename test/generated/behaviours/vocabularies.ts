import type { Known, Vocabulary } from './vocabulary.js';
import { readYaml } from '../../rows.js';

/** Templates and tokens of a service. */
type Own = Omit<Vocabulary, 'known'>;

const { known, video, ads } = readYaml<{ readonly known: Known; readonly video: Own; readonly ads: Own }>(
  new URL('vocabularies.yaml', import.meta.url),
);

/** Returns the vocabulary of the video platform; `ids` are the ids of rows, by table. */
export function videoVocabulary(ids: Known): Vocabulary {
  return { ...video, known: { ...known, ...ids } };
}

/** Returns the vocabulary of ad reporting; `ids` are the ids of rows, by table. */
export function adVocabulary(ids: Known): Vocabulary {
  return { ...ads, known: { ...known, ...ids } };
}
