import type { Position } from '../diagnostics.js';
import type { Json } from '../spec/read/json.js';
import type { Part } from '../emit/emit-context.js';
import type { Leftover } from './settings/section.js';
import type { SpecFacts } from './spec-facts.js';

/** The generators whose configurations are read. */
export const TOOLS = ['stainless', 'hey-api', 'orval', 'openapi-typescript'] as const;

/** One of these generators. */
export type Tool = (typeof TOOLS)[number];

/** One action of an overlay. */
export type OverlayAction =
  | { readonly target: string; readonly description?: string; readonly update: Json }
  | { readonly target: string; readonly remove: true };

/** What a service of the old configuration is in terms of speccast. */
export interface Migrated {
  /** Name on npm; absent: as `init` chooses it. */
  readonly packageName?: string;
  /** Folder of plain source, from that of the old configuration; absent: a package. */
  readonly source?: string;
  /** What is generated; absent: all. */
  readonly parts?: readonly Part[];
  /** Further keys of the service in speccast.yaml. */
  readonly keys: ReadonlyMap<string, Json>;
  /** What the overlay does to the document. */
  readonly actions: readonly OverlayAction[];
  /** What has no counterpart, in the order of the file. */
  readonly leftovers: readonly Leftover[];
}

/** A service that an old configuration names, before its document is looked at. */
export interface ServiceDraft {
  /** What the configuration calls it, where it names several. */
  readonly name?: string;
  /** File (from the folder of the configuration) or address of its document, where the configuration says it. */
  readonly spec?: { readonly text: string; readonly at: Position };
  /** Where it stands. */
  readonly at: Position;
  /** Compares the configuration with its document. */
  readonly migrate: (facts: SpecFacts) => Migrated;
}
