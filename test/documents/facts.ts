import { readRows } from '../rows.js';
import type { JsonValue } from './spec-files.js';

const { rows, data } = readRows(import.meta.url);

/** One stated fact: its line, and the place of the spec that has to say it. */
export interface DocumentedFact {
  readonly line: number;
  readonly fact: string;
  /** Keys from the root of the spec to the place. */
  readonly at: readonly string[];
  /** Values that have to stand at the place; a place without them only has to exist. */
  readonly says?: Readonly<Record<string, JsonValue>>;
}

/** Which line of a document describes each resource. */
type Resources = Readonly<Record<string, number>>;

/** Facts of the video platform's document that stand in schemas, servers and credentials. */
export const videoFacts: readonly DocumentedFact[] = rows('videoFacts');

/** Facts of the ad service's document. */
export const adFacts: readonly DocumentedFact[] = rows('adFacts');

/** Lines of facts that no schema carries. */
export const videoFactLines: readonly number[] = rows('videoFactLines');

/** Resources of the video platform. */
export const videoResources: Resources = data('videoResources');

/** Resources of the ad service. */
export const adResources: Resources = data('adResources');

/** Lines of the video platform's document that say that something is not shown. */
export const videoNotShown: readonly number[] = rows('videoNotShown');

/** Lines of the ad service's document that say that something is not shown. */
export const adNotShown: readonly number[] = rows('adNotShown');

/** Limits of the video platform: the operation that has to refuse, and what its spec has to say. */
export const videoLimits: readonly {
  readonly line: number;
  readonly operation: string;
  readonly extension: string;
  readonly says: JsonValue;
}[] = rows('videoLimits');
