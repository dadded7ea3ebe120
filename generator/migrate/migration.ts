import type { Position } from '../diagnostics.js';
import type { Json } from '../json.js';
import type { Part } from '../options.js';
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

/** A service of the old configuration, in terms of speccast. */
export interface Migrated {
  /** Name on npm; absent: as `init` chooses it. */
  readonly packageName?: string;
  /** Folder of plain source, from that of the old configuration; absent: a package. */
  readonly source?: string;
  /** The parts that are generated; absent: all. */
  readonly parts?: readonly Part[];
  /** Further keys of the service in speccast.yaml. */
  readonly keys: ReadonlyMap<string, Json>;
  /** Actions of the overlay. */
  readonly actions: readonly OverlayAction[];
  /** Keys without a counterpart, in the order of the file. */
  readonly leftovers: readonly Leftover[];
}

/** A service that an old configuration names, before its document is looked at. */
export interface ServiceDraft {
  /** Its name in the configuration, where that has several services. */
  readonly name?: string;
  /** File (from the folder of the configuration) or address of its document, where the configuration says it. */
  readonly spec?: { readonly text: string; readonly at: Position };
  /** Its position in the configuration. */
  readonly at: Position;
  /** Compares the configuration with its document. */
  readonly migrate: (facts: SpecFacts) => Migrated;
}
