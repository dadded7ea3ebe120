import type { ObjectRules, Property, Schema } from '../../api/types/schema.js';
import { compact } from '../../api/tools/compact.js';
import { isPlainReference } from '../sides/normalize-schema.js';

/** The schemas that apply to the same value: inline ones, and those that are referred to. */
interface Layers {
  readonly inline: readonly Schema[];
  readonly refs: readonly string[];
}

/** Takes `allOf` apart, and a reference from what is beside it; the schema itself comes first. */
export function splitLayers(schema: Schema): Layers {
  if (isPlainReference(schema)) return { inline: [], refs: [schema.ref] };
  const { ref, allOf = [], ...own } = schema;
  const inner = allOf.map(splitLayers);
  return {
    inline: [own, ...inner.flatMap(({ inline }) => inline)],
    refs: [...(ref === undefined ? [] : [ref]), ...inner.flatMap(({ refs }) => refs)],
  };
}

/** The inline layers, with those that references resolve to. */
export function flatten({ inline, refs }: Layers, lookUp: (id: string) => Schema | undefined): readonly Schema[] {
  const layers = [...inline];
  const ids = new Set(refs);
  // A set hands out what is added while it is being walked.
  for (const id of ids) {
    const target = lookUp(id);
    if (target === undefined) continue;
    const further = splitLayers(target);
    layers.push(...further.inline);
    for (const one of further.refs) ids.add(one);
  }
  return layers;
}

/** One schema that says what all layers say; what the first of them says counts where several say the same. */
export function mergeLayers(layers: readonly Schema[]): Schema {
  return withRequired(layers.reduce(mergeTwo));
}

function mergeTwo(left: Schema, right: Schema): Schema {
  return {
    ...right,
    ...left,
    ...compact({
      types: intersect(left.types, right.types),
      string: joined(left.string, right.string),
      number: joined(left.number, right.number),
      array: joined(left.array, right.array),
      object: mergeObjects(left.object, right.object),
    }),
  };
}

function joined<T extends object>(left: T | undefined, right: T | undefined): T | undefined {
  return left === undefined || right === undefined ? (left ?? right) : { ...right, ...left };
}

function intersect<T>(left: readonly T[] | undefined, right: readonly T[] | undefined): readonly T[] | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return left.filter((one) => right.includes(one));
}

function mergeObjects(left: ObjectRules | undefined, right: ObjectRules | undefined): ObjectRules | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  const properties = new Map<string, Property>();
  for (const one of [...(left.properties ?? []), ...(right.properties ?? [])]) {
    const known = properties.get(one.name);
    properties.set(one.name, known === undefined ? one : mergeProperty(known, one));
  }
  const requiredOnly = [...(left.requiredOnly ?? []), ...(right.requiredOnly ?? [])];
  return { ...right, ...left, properties: [...properties.values()], requiredOnly };
}

/** Merges a property of two layers: both of its schemas apply. */
function mergeProperty(left: Property, right: Property): Property {
  const required = left.required || right.required;
  if (left.schema === right.schema) return { ...left, required };
  const { at, doc } = left.schema;
  return { ...left, required, schema: { at, doc, allOf: [left.schema, right.schema] } };
}

/** Marks properties that another layer requires. */
function withRequired(schema: Schema): Schema {
  const { object } = schema;
  const { properties = [], requiredOnly = [] } = object ?? {};
  if (object === undefined || requiredOnly.length === 0) return schema;
  const wanted = new Set(requiredOnly);
  const known = new Set(properties.map(({ name }) => name));
  return {
    ...schema,
    object: {
      ...object,
      properties: properties.map((one) => (wanted.has(one.name) ? { ...one, required: true } : one)),
      requiredOnly: [...wanted].filter((name) => !known.has(name)),
    },
  };
}
