import { list, text } from '../openapi/rules.js';
import type { Json, JsonObject } from '../../json.js';
import type { Origin } from '../read/positions.js';
import type { Conversion, Entry } from './conversion.js';

/** A media type, and where the document names it; the origin is absent for one that goes without saying. */
export interface MediaType {
  readonly name: string;
  readonly origin?: Origin;
}

/** The media types under `consumes` or `produces`; `undefined` where an object leaves them to the document. */
export function readMediaTypes(
  conversion: Conversion,
  node: JsonObject,
  key: 'consumes' | 'produces',
): readonly MediaType[] | undefined {
  if (key in node) conversion.check(node, key, list(text));
  const names = node[key];
  if (!Array.isArray(names)) return undefined;
  const all = names.map((name: Json, index) => ({ name, origin: { owner: names, key: index } }));
  const known = all.filter((one): one is MediaType & typeof one => typeof one.name === 'string');
  return known.filter(({ name }, index) => known.findIndex((other) => other.name === name) === index);
}

/** Makes the `content` of a body; `listMembers` lists the members of one of its media types. */
export function makeContent(
  conversion: Conversion,
  { holder, at, types }: { readonly holder: object; readonly at: Origin; readonly types: readonly MediaType[] },
  listMembers: (type: string) => readonly Entry[],
): JsonObject {
  const entries = types.map(({ name, origin = at }): Entry => {
    return [name, conversion.makeAt(holder, at, listMembers(name)), origin];
  });
  return conversion.makeAt(holder, at, entries);
}
