import { readMember } from '../json.js';
import type { XmlNodeType, XmlPart, XmlSchema, XmlType } from '../xml-schema.js';

/** Maximum depth of elements that are read, and of values that are written. */
export const deepest = 200;

/** Merges the references (`ref`) and combined schemas (`all`) of a schema into it, but not its alternatives (`one`). */
export function resolveXml(part: XmlPart, depth = 0): XmlSchema {
  const stated = typeof part === 'function' ? part() : part;
  const { ref, all = [], ...own } = stated;
  if (!ref && !all.length) return stated;
  // Only circular schemas are this deep.
  if (depth > deepest) return own;
  const referred = ref ? mergeXml(own, resolveXml(ref, depth + 1)) : own;
  // From the right, so that properties keep the order of the schemas.
  return all.reduceRight<XmlSchema>((merged, one) => {
    // The names of a combined schema do not apply to the whole.
    const { name: _1, root: _2, prefix: _3, namespace: _4, node: _5, ...rules } = resolveXml(one, depth + 1);
    return mergeXml(merged, rules);
  }, referred);
}

/** Merges two schemas. Members of the first replace those of the second; properties of both are kept. */
export function mergeXml(first: XmlSchema, second: XmlSchema): XmlSchema {
  const merged = { ...second, ...first };
  if (!merged.properties) return merged;
  return { ...merged, properties: { ...second.properties, ...first.properties } };
}

/** Lists the types that a value can have. */
export function listTypes({ type, properties, additional, items }: XmlSchema): readonly XmlType[] {
  if (type !== undefined) return typeof type === 'string' ? [type] : type;
  if (properties ?? additional) return ['object'];
  return [items ? 'array' : 'string'];
}

/** Returns the kind of node of a schema: `none` by default for arrays, else `element`. */
export function readNode(schema: XmlSchema): XmlNodeType {
  return schema.node ?? (isArraySchema(schema) ? 'none' : 'element');
}

/** Returns whether a value can be an array. */
export function isArraySchema(schema: XmlSchema): boolean {
  return listTypes(schema).includes('array');
}

/** Returns the name of the element or attribute of a property. Replaces characters that XML names cannot contain: `a b` → `a_b`. */
export function toXmlName({ name }: XmlSchema, property: string): string {
  const found = name ?? property;
  return isXmlName(found) ? found : found.replace(/[^\p{L}\p{N}_.-]/gu, '_').replace(/^(?![\p{L}_])/u, '_');
}

/** The schema of any value. */
export const anything: XmlSchema = { type: 'unknown' };

/** Returns whether a schema has no type. */
export function isAnything(schema: XmlSchema): boolean {
  return listTypes(schema).includes('unknown');
}

/** Returns whether a string can be the name of an element without a prefix. */
export function isXmlName(text: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(text);
}

/** A value that is read or written, for choosing an alternative. */
export interface Candidate {
  /** Types that it can have, the most specific one first. */
  readonly types: readonly XmlType[];
  /** Returns the value of a property. */
  readonly readProperty: (property: string, schema: XmlPart) => unknown;
  /** Counts its properties that a schema does not declare. */
  readonly countUnknown: (schema: XmlSchema) => number;
}

/**
 * Merges a schema with the alternative that fits a value: the one that the discriminator selects, or else the best by its type, its
 * constants and its declared properties.
 */
export function chooseXml(schema: XmlSchema, value: Candidate): XmlSchema {
  let current = schema;
  // Alternatives can contain each other in a circle.
  for (let step = 0; step < 50; step++) {
    const { one = [], discriminator, ...own } = current;
    const { property = '', mapping = {}, other } = { ...discriminator };
    const selected = Object.entries(mapping).find(([name, part]) => {
      const declared = readMember(resolveXml(part).properties, property);
      return declared && value.readProperty(property, declared) === name;
    });
    const rates = one.map((part) => rate(resolveXml(part), value));
    const chosen = selected?.[1] ?? other ?? one[rates.indexOf(Math.min(...rates))];
    if (!chosen) return own;
    // `own` has no types of alternatives any more: those of the chosen one are added.
    current = mergeXml(own, resolveXml(chosen));
  }
  return current;
}

/** Returns how badly a schema fits a value, 0 for best: by type, then by constants, then by unknown properties. */
function rate(schema: XmlSchema, { types: own, readProperty, countUnknown }: Candidate) {
  const types = listTypes(schema);
  const isOpen = schema.one ?? schema.discriminator ?? types.includes('unknown');
  const rank = own.findIndex((type) => types.includes(type));
  const misfit = rank === -1 && !isOpen ? own.length : Math.max(rank, 0);
  const wrong = Object.entries(schema.properties ?? {}).filter(([name, part]) => {
    const { const: constant } = resolveXml(part);
    return constant !== undefined && readProperty(name, part) !== constant;
  });
  return misfit * 1e6 + Math.min(wrong.length, 900) * 1e3 + Math.min(countUnknown(schema), 900);
}
