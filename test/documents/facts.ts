import { readRows } from '../rows.js';
import type { JsonValue } from './spec-files.js';

const { rows, data } = readRows(import.meta.url);

/** One fact of a document: its line, and the place in the spec that has to state it. */
export interface DocumentedFact {
  readonly line: number;
  readonly fact: string;
  /** Keys from the root of the spec to the place: `[components, schemas, Video]`. */
  readonly at: readonly string[];
  /** Values that the spec has to have at the place; without them, the place only has to exist. */
  readonly says?: Readonly<Record<string, JsonValue>>;
}

/** The line of a document that describes each resource: `{ activities: 17 }`. */
type Resources = Readonly<Record<string, number>>;

/** Facts of the video platform's document about schemas, servers and credentials. */
export const videoFacts: readonly DocumentedFact[] = rows('videoFacts');

/** Facts of the ad service's document. */
export const adFacts: readonly DocumentedFact[] = rows('adFacts');

/** Lines of the video platform's document whose facts are in `x-facts`, because no schema can state them. */
export const videoFactLines: readonly number[] = rows('videoFactLines');

/** Resources of the video platform. */
export const videoResources: Resources = data('videoResources');

/** Resources of the ad service. */
export const adResources: Resources = data('adResources');

/** Lines of the video platform's document that call something "not shown". */
export const videoNotShown: readonly number[] = rows('videoNotShown');

/** Lines of the ad service's document that call something "not shown". */
export const adNotShown: readonly number[] = rows('adNotShown');

/** Limits of the video platform: the operation that rejects calls beyond the limit, and the extension of the spec that states it. */
export const videoLimits: readonly {
  readonly line: number;
  readonly operation: string;
  readonly extension: string;
  readonly says: JsonValue;
}[] = rows('videoLimits');
