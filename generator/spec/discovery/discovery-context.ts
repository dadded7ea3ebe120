import type { Diagnostics } from '../../diagnostics.js';
import type { Places } from '../references/places.js';

/** What the conversion of one Discovery document shares. */
export interface DiscoveryContext {
  readonly places: Places;
  readonly diagnostics: Diagnostics;
  /** Name of the API, which the ids of its methods begin with: `books`. */
  readonly name: string | undefined;
  /** Names that a `$ref` may use. */
  readonly schemas: ReadonlySet<string>;
}

/** An object of the Discovery document, or the value under one of its keys: what a made value was made from. */
export interface Origin {
  readonly node: object;
  readonly key?: string;
}
