import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { CorpusSpec } from '../sample.js';
import { collectionsOf } from './collections.js';
import { isObject, type Json, type JsonObject } from './document.js';

/** How many documents stories are told of. */
const wanted = 50;

/** Least collections of a document that callers can add to. */
const leastCollections = 2;

/** Largest documents, in bytes: beyond, a run would take hours. */
const largest = 4_000_000;

/** A document that stories are told of. */
export interface ChosenDocument {
  readonly spec: CorpusSpec;
  readonly document: JsonObject;
}

/**
 * The documents that stories are told of: of each provider the one whose name has the smallest SHA-256, if it is valid and has two or more
 * collections that callers can add to; of these the fifty whose names have the smallest SHA-256.
 */
export function chooseDocuments(specs: readonly CorpusSpec[]): readonly ChosenDocument[] {
  const ranked = specs
    .filter(({ name, bytes }) => name !== 'github' && bytes <= largest)
    .map((spec) => ({ spec, rank: createHash('sha256').update(spec.name).digest('hex') }))
    .sort((left, right) => (left.rank < right.rank ? -1 : 1));
  const providers = new Set<string>();
  const chosen: ChosenDocument[] = [];
  for (const { spec } of ranked) {
    const [provider = ''] = spec.name.split('/');
    if (chosen.length >= wanted || providers.has(provider)) continue;
    const document = readDocument(spec);
    if (document === undefined || collectionsOf(document).length < leastCollections) continue;
    providers.add(provider);
    chosen.push({ spec, document });
  }
  return chosen.sort((left, right) => (left.spec.name < right.spec.name ? -1 : 1));
}

/** The document of a spec; undefined where it holds none of OpenAPI 3, which the interpreter of the stories reads. */
export function readDocument({ file }: CorpusSpec): JsonObject | undefined {
  // What JSON.parse makes is JSON; some documents begin with a byte order mark.
  const parsed = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')) as Json;
  return isObject(parsed) && parsed['openapi'] !== undefined ? parsed : undefined;
}
