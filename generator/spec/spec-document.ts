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

/** A spec that was read and upgraded to OpenAPI 3.1. All references resolve and all objects have the right type. */
export interface SpecDocument {
  /** The root file, as the user named it. */
  readonly file: string;
  /** The applied overlay files in their order, as positions name them; absent if there are none. */
  readonly overlays?: readonly string[];
  readonly root: JsonObject;
  /** The same root with the types of OpenAPI 3.1, which the check has ensured. */
  readonly openapi: OpenApiDocument;
  readonly positions: Positions;
  /** Follows `node.$ref`, relative to the file of `node`. After the check, every reference has a target. */
  resolve(node: JsonObject): Resolved | undefined;
  /** Finds the target of a reference that is a plain string, as in a discriminator; `undefined` if it does not resolve. */
  resolveReference(reference: string, node: JsonObject): Resolved | undefined;
  /**
   * Returns the value of a file of the spec by its path relative to the folder of the root file (empty for the root file itself),
   * or `undefined`.
   */
  open(path: string): Json | undefined;
  /**
   * Returns the canonical id of an object of the spec: its file relative to the folder of the root file, and its JSON pointer.
   */
  idOf(node: object): string;
}

/** An object of the spec after following references, and its canonical id. */
export interface Followed<T> {
  readonly id: string;
  readonly value: T;
}

/** Returns the object at `node`, or the target of its `$ref`; throws an error if there is none, which the check excludes. */
export function follow<T extends JsonObject>(document: SpecDocument, node: T | Reference): Followed<T> {
  if (typeof node.$ref !== 'string') return { id: document.idOf(node), value: asKind<T>(node) };
  const target = document.resolve(node);
  if (target === undefined) throw new Error(`${document.idOf(node)}: $ref was not checked`);
  return { id: target.id, value: asKind<T>(target.value) };
}

function asKind<T>(value: unknown): T {
  // The check ensures that every target is of the kind that its references need.
  return value as T;
}
