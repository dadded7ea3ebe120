import type { Json, JsonObject } from '../spec/read/json.js';

/** A schema with a base URI of its own: a document, or a schema inside one that has an `$id`. */
export interface Resource {
  /** Absolute URI without fragment. */
  readonly uri: string;
  readonly root: Json;
  /** `$anchor` and `$dynamicAnchor`. */
  readonly anchors: Map<string, Anchor>;
  /** What issues put before the pointer: empty for the document itself. */
  readonly label: string;
  /** Whether the dialect has the keywords that assert: `type`, `minimum` and the like. */
  readonly asserts: boolean;
  /** Whether the dialect asks for `format` to be judged. */
  readonly assertsFormats: boolean;
}

/** A name of a schema within its resource. */
interface Anchor {
  readonly place: SchemaPlace;
  readonly dynamic: boolean;
}

/** A schema, where it stands, and the resource that it belongs to. */
export interface SchemaPlace {
  readonly value: Json;
  readonly resource: Resource;
  /** JSON pointer within the resource, `''` for its root. */
  readonly pointer: string;
}

/** Canonical name of a place; the same for all ways that lead to it. */
export function placeId({ resource, pointer }: SchemaPlace): string {
  return `${resource.uri}#${pointer}`;
}

/** A member of an object by its own key only. */
export function ownValue(node: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(node, key) ? node[key] : undefined;
}

/** A member that has to be a text. */
export function ownText(node: JsonObject, key: string): string | undefined {
  const value = ownValue(node, key);
  return typeof value === 'string' ? value : undefined;
}
