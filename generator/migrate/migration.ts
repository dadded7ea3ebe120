import type { Position } from '../diagnostics.js';
import type { Json } from '../json.js';
import type { Part } from '../options.js';
import type { Leftover } from './settings/section.js';
import type { FoundOperation, SpecFacts } from './spec-facts.js';

/** The generators whose configurations are read. */
export const TOOLS = ['stainless', 'hey-api', 'orval', 'openapi-typescript'] as const;

/** One of these generators. */
export type Tool = (typeof TOOLS)[number];

/** Keys of a service in speccast.yaml, with their values. A key with the value `undefined` is not written. */
export type Keys = Readonly<Record<string, Json | undefined>>;

/** One action of an overlay. */
export type OverlayAction =
  | { readonly target: string; readonly description?: string; readonly update: Json }
  | { readonly target: string; readonly remove: true };

/** A service of the old configuration, in terms of speccast. */
export interface Migrated {
  /** Name on npm. Default: `init` chooses it. */
  readonly packageName?: string;
  /** Folder of plain source, from that of the old configuration. Default: a package. */
  readonly source?: string;
  /** The parts that are generated. Default: all. */
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
  /** Its name in the configuration, if that has several services. */
  readonly name?: string;
  /** File (from the folder of the configuration) or address of its document, if the configuration says it. */
  readonly spec?: { readonly text: string; readonly at: Position } | undefined;
  /** Its position in the configuration. */
  readonly at: Position;
  /** Compares the configuration with its document. */
  readonly migrate: (facts: SpecFacts) => Migrated;
}

/** Returns the target of an overlay that is one operation: `$.paths['/pets'].get`. */
export function operationTarget({ path, method }: FoundOperation): string {
  return `$.paths[${jsonPathString(path)}].${method}`;
}

/** Prints a string of JSONPath (RFC 9535), in single quotes. */
export function jsonPathString(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escaped}'`;
}
