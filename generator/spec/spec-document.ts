import type { Position } from '../diagnostics.js';
import type { Json, JsonObject } from './read/json.js';
import type { OpenApiDocument, Reference } from './openapi/openapi.js';

/** Where the objects, keys and values of a spec stand in their files. */
export interface Positions {
  /** Place of an object or array itself. */
  of(value: object): Position;
  /** Place of a key of an object, or of an item of an array; the object's own place where the key is absent. */
  ofKey(value: object, key: string | number): Position;
  /** The file of that place. */
  fileOfKey(value: object, key: string | number): string;
  /** Place of the value under a key; the object's own place where the key is absent. */
  ofValue(value: object, key: string | number): Position;
}

/** What a `$ref` leads to, with all chained references followed. */
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
  /** Follows `node.$ref` (from the file `node` stands in); never undefined once the check stage passed. */
  resolve(node: JsonObject): Resolved | undefined;
  /** Where a reference leads that stands as plain text in an object of the spec, as in a discriminator; `undefined` where nowhere. */
  lead(reference: string, node: JsonObject): Resolved | undefined;
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

/** The object that stands at `node`, or the one its `$ref` leads to; throws where the reference leads nowhere, which the check stage rules out. */
export function follow<T extends JsonObject>(document: SpecDocument, node: T | Reference): Followed<T> {
  if (typeof node.$ref !== 'string') return { id: document.idOf(node), value: asKind<T>(node) };
  const target = document.resolve(node);
  if (target === undefined) throw new Error(`${document.idOf(node)}: $ref was not checked`);
  return { id: target.id, value: asKind<T>(target.value) };
}

function asKind<T>(value: unknown): T {
  // The check stage has judged every target against the kind of object its references stand for.
  return value as T;
}
