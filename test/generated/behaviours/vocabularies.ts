import type { Known, Vocabulary } from './vocabulary.js';
import { readYaml } from '../../rows.js';

type Own = Omit<Vocabulary, 'known'>;

const { known, video, ads } = readYaml<{ readonly known: Known; readonly video: Own; readonly ads: Own }>(
  new URL('vocabularies.yaml', import.meta.url),
);

/** Requests to the video platform; `ids` are those of rows by table. */
export function videoVocabulary(ids: Known): Vocabulary {
  return { ...video, known: { ...known, ...ids } };
}

/** Requests to the ad service; `ids` are those of rows by table. */
export function adVocabulary(ids: Known): Vocabulary {
  return { ...ads, known: { ...known, ...ids } };
}
