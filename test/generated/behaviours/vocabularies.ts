import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Known, Vocabulary } from './vocabulary.js';

type Own = Omit<Vocabulary, 'known'>;

// The file is part of the tests.
const { known, video, ads } = parse(readFileSync(new URL('vocabularies.yaml', import.meta.url), 'utf8')) as {
  readonly known: Known;
  readonly video: Own;
  readonly ads: Own;
};

/** Requests to the video platform; `ids` are those of rows by table. */
export function videoVocabulary(ids: Known): Vocabulary {
  return { ...video, known: { ...known, ...ids } };
}

/** Requests to the ad service; `ids` are those of rows by table. */
export function adVocabulary(ids: Known): Vocabulary {
  return { ...ads, known: { ...known, ...ids } };
}
