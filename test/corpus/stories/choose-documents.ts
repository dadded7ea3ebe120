import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { CorpusSpec } from '../sample.js';
import { findCollections } from './collections.js';
import { isObject, type Json, type JsonObject } from './document.js';

/** Number of documents that are chosen. */
const documentCount = 50;

/** Least number of collections with a create operation in a chosen document. */
const leastCollections = 2;

/** Largest size of a chosen document, in bytes: with larger ones a run would take hours. */
const largest = 4_000_000;

/** A chosen document. */
export interface ChosenDocument {
  readonly spec: CorpusSpec;
  readonly document: JsonObject;
}

/**
 * Chooses fifty documents, in the order of the SHA-256 of their names: the first of each provider (`azure.com/…`) that is an OpenAPI 3
 * document with two or more collections that have a create operation. Returns them sorted by name.
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
    if (chosen.length >= documentCount || providers.has(provider)) continue;
    const document = readDocument(spec);
    if (document === undefined || findCollections(document).length < leastCollections) continue;
    providers.add(provider);
    chosen.push({ spec, document });
  }
  return chosen.sort((left, right) => (left.spec.name < right.spec.name ? -1 : 1));
}

/** Reads the document of a spec. Returns undefined if it is not OpenAPI 3, the only version that stories support. */
export function readDocument({ file }: CorpusSpec): JsonObject | undefined {
  // `as`: JSON.parse returns JSON. Some documents begin with a byte order mark.
  const parsed = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')) as Json;
  return isObject(parsed) && parsed['openapi'] !== undefined ? parsed : undefined;
}
