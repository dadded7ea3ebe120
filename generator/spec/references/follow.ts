import type { JsonObject } from '../read/json.js';
import type { Reference } from '../openapi/openapi.js';
import type { SpecDocument } from '../spec-document.js';

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
