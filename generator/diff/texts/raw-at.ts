import { isJsonObject } from '../../spec/read/json.js';
import type { Json, JsonObject } from '../../spec/read/json.js';
import { parsePointer } from '../../spec/references/pointer.js';
import type { Side } from '../side.js';

/** Most references behind one another. */
const MOST = 20;

/** The value at the end of some keys of the document of a description, references followed; empty where nothing does. */
export function rawAt({ api: { document } }: Side, steps: readonly string[]): JsonObject {
  const found = steps.reduce<Json | undefined>((holder, step) => member(follow(document, holder), step), document);
  const end = follow(document, found);
  return isJsonObject(end) ? end : {};
}

/** The object itself, or what its `$ref` resolves to; fields beside that win. */
export function follow(document: JsonObject, value: Json | undefined): Json | undefined {
  let found = value;
  for (let count = 0; count < MOST && isJsonObject(found) && typeof found['$ref'] === 'string'; count += 1) {
    const { $ref: reference, ...beside } = found;
    const [, pointer] = /^#(\/.*)$/.exec(reference) ?? [];
    const target = pointer === undefined ? undefined : lookUp(document, parsePointer(pointer) ?? []);
    if (!isJsonObject(target)) return target;
    found = { ...target, ...beside };
  }
  return found;
}

function lookUp(document: JsonObject, steps: readonly string[]): Json | undefined {
  return steps.reduce<Json | undefined>(member, document);
}

function member(holder: Json | undefined, step: string): Json | undefined {
  if (Array.isArray(holder)) return holder[Number(step)];
  return isJsonObject(holder) && Object.hasOwn(holder, step) ? holder[step] : undefined;
}
