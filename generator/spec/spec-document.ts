import type { Positions } from './read/positions.js';
import type { Json, JsonObject } from '../json.js';
import type { OpenApiDocument, Reference } from './openapi/openapi.js';

/** The target of a `$ref`, with all chained references followed. */
export interface Resolved {
  /**
   * Canonical identity of the target: `#/components/schemas/Video` in the root file,
   * `shared.yaml#/Video` in another file of the same spec (path relative to the root file's folder).
   */
  readonly id: string;
  readonly value: Json;
}

/** A spec read, upgraded to OpenAPI 3.1, with all references resolvable and all objects of the right type. */
export interface SpecDocument {
  /** Root file as the user named it. */
  readonly file: string;
  /** Overlay files that were applied, in their order, as positions name them; absent where there are none. */
  readonly overlays?: readonly string[];
  readonly root: JsonObject;
  /** The same root under the types of OpenAPI 3.1, which the check stage has made true. */
  readonly openapi: OpenApiDocument;
  readonly positions: Positions;
  /** Follows `node.$ref` (from the file `node` is in); never undefined once the check stage passed. */
  resolve(node: JsonObject): Resolved | undefined;
  /** Finds the target of a reference that is a plain string, as in a discriminator; `undefined` where it resolves to nothing. */
  resolveReference(reference: string, node: JsonObject): Resolved | undefined;
  /** The value of a file of the spec by its path relative to the root's folder, empty for the root; `undefined` where there is none. */
  open(path: string): Json | undefined;
  /** Canonical id of an object of the spec: its file (relative to the root's folder) and JSON pointer. */
  idOf(node: object): string;
}

/** An object of the spec with its canonical id, references followed. */
export interface Followed<T> {
  readonly id: string;
  readonly value: T;
}

/** Returns the object at `node`, or the target of its `$ref`; throws if there is none, which the check stage rules out. */
export function follow<T extends JsonObject>(document: SpecDocument, node: T | Reference): Followed<T> {
  if (typeof node.$ref !== 'string') return { id: document.idOf(node), value: asKind<T>(node) };
  const target = document.resolve(node);
  if (target === undefined) throw new Error(`${document.idOf(node)}: $ref was not checked`);
  return { id: target.id, value: asKind<T>(target.value) };
}

function asKind<T>(value: unknown): T {
  // The check stage has checked that every target is of the kind that its references need.
  return value as T;
}
