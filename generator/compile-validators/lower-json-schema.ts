import { readKeywords } from '../api/schemas/read-keywords.js';
import type { Schema } from '../api/schemas/schema.js';
import type { Position } from '../diagnostics.js';
import { isJsonObject } from '../spec/read/json.js';
import type { Json } from '../spec/read/json.js';
import { printPointer } from '../spec/references/pointer.js';
import { ownText } from './registry.js';
import type { SchemaPlace } from './registry.js';

/** What lowering asks for on the way. */
export interface LowerContext {
  readonly at: Position;
  /** Key of the schema that a `$ref` or `$dynamicRef` of a place leads to; reports it and returns `undefined` where it leads nowhere. */
  readonly reference: (place: SchemaPlace, keyword: '$ref' | '$dynamicRef', target: string) => string | undefined;
  /** Key of a schema inside that opens a resource of its own; `undefined` where it does not. */
  readonly embedded: (place: SchemaPlace) => string | undefined;
  /** Looks at a schema whose keywords are about to be read; reports those with values that they do not take. */
  readonly visit: (place: SchemaPlace) => void;
}

/** Lowers a schema of draft 2020-12; unknown keywords say nothing, and what `visit` reports is not to be used. */
export function lowerJsonSchema(place: SchemaPlace, context: LowerContext): Schema {
  const { value, resource, pointer } = place;
  const { at } = context;
  if (!isJsonObject(value)) return { at, boolean: value !== false, doc: {} };
  context.visit(place);
  const { allOf: stated, ...keywords } = readKeywords({
    node: value,
    isRead: ({ vocabulary }) => vocabulary !== 'validation' || resource.asserts,
    lower: (parent, key, steps) => {
      // Objects and arrays alike have it under the key.
      const inner = Reflect.get(parent, key) as Json;
      return lowerInner({ value: inner, resource, pointer: pointer + printPointer(steps) }, context);
    },
  });
  const { ref, allOf } = lowerReferences(place, stated, context);
  return { at, doc: {}, ...keywords, ...(ref !== undefined && { ref }), ...(allOf.length > 0 && { allOf }) };
}

function lowerInner(place: SchemaPlace, context: LowerContext): Schema {
  const isResource = isJsonObject(place.value) && ownText(place.value, '$id') !== undefined;
  const key = isResource ? context.embedded(place) : undefined;
  return key === undefined ? lowerJsonSchema(place, context) : { at: context.at, ref: key, doc: {} };
}

/** A schema has one `ref`: a `$dynamicRef` beside a `$ref` becomes a part of `allOf`. */
function lowerReferences(
  place: SchemaPlace,
  stated: readonly Schema[] = [],
  { at, reference }: LowerContext,
): { readonly ref: string | undefined; readonly allOf: readonly Schema[] } {
  const [ref, ...others] = (['$ref', '$dynamicRef'] as const).flatMap((keyword) => {
    const target = isJsonObject(place.value) ? ownText(place.value, keyword) : undefined;
    return target === undefined ? [] : (reference(place, keyword, target) ?? []);
  });
  return { ref, allOf: [...stated, ...others.map((other): Schema => ({ at, ref: other, doc: {} }))] };
}
