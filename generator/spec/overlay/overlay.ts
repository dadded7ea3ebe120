import type { JsonObject } from '../read/json.js';
import type { SourceText } from '../read/source-text.js';

/** The versions of the Overlay Specification that are read. */
export type OverlayVersion = '1.0' | '1.1';

/** One change of a document: the nodes that a JSONPath selects are merged with `update` or a copy, or removed. */
export interface OverlayAction {
  readonly node: JsonObject;
  readonly target: string;
  /** What happens to the nodes; `none` where the action says nothing. */
  readonly does: 'update' | 'copy' | 'remove' | 'none';
  readonly version: OverlayVersion;
}

/** An overlay document, read and checked. */
export interface Overlay {
  readonly actions: readonly OverlayAction[];
  readonly source: SourceText;
}
