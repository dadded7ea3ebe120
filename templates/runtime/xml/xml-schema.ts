import { readMember } from '../json.js';
import type { XmlNodeType, XmlPart, XmlSchema, XmlType } from '../xml-schema.js';

/** Deepest nesting of elements, and of values, that is read and written. */
export const deepest = 200;

/** Resolves the references and combined schemas of a schema. Its alternatives stay apart. */
export function resolveXml(part: XmlPart, depth = 0): XmlSchema {
  const stated = typeof part === 'function' ? part() : part;
  const { ref, all = [], ...own } = stated;
  if (!ref && !all.length) return stated;
  // Only schemas that refer to themselves endlessly are as deep as that.
  if (depth > deepest) return own;
  const referred = ref ? mergeXml(own, resolveXml(ref, depth + 1)) : own;
  // Properties keep the order of the schemas.
  return all.reduceRight<XmlSchema>((merged, one) => {
    // The names of a combined schema are not those of the whole.
    const { name: _1, root: _2, prefix: _3, namespace: _4, node: _5, ...rules } = resolveXml(one, depth + 1);
    return mergeXml(merged, rules);
  }, referred);
}

/** Merges two schemas. If they differ, the first one counts. */
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

/** Returns the node that a property is. */
export function readNode(schema: XmlSchema): XmlNodeType {
  return schema.node ?? (isArraySchema(schema) ? 'none' : 'element');
}

/** Returns whether a value can be an array. */
export function isArraySchema(schema: XmlSchema): boolean {
  return listTypes(schema).includes('array');
}

/** Returns the name of a property's element or attribute. Characters that names of XML cannot have are replaced: `a b` → `a_b`. */
export function toXmlName({ name }: XmlSchema, property: string): string {
  const found = name ?? property;
  return isXmlName(found) ? found : found.replace(/[^\p{L}\p{N}_.-]/gu, '_').replace(/^(?![\p{L}_])/u, '_');
}

/** The schema of any value. */
export const anything: XmlSchema = { type: 'unknown' };

/** Returns whether a schema leaves the type of a value open. */
export function isAnything(schema: XmlSchema): boolean {
  return listTypes(schema).includes('unknown');
}

/** Returns whether a string can be the name of an element without a prefix. */
export function isXmlName(text: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(text);
}

/** A value before it is read or written. */
export interface Candidate {
  /** Types that it can have, the most special one first. */
  readonly types: readonly XmlType[];
  /** Returns the value of one of its properties. */
  readonly readProperty: (property: string, schema: XmlPart) => unknown;
  /** Counts its properties that a schema does not declare. */
  readonly countUnknown: (schema: XmlSchema) => number;
}

/**
 * Merges a schema with that of its alternatives that a value fits: the one that the discriminator selects, else the first one of its
 * type whose constants it has and that declares most of its properties.
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
    // Types of alternatives replace those of the schema around them.
    current = mergeXml(own, resolveXml(chosen));
  }
  return current;
}

/** Rates a schema, the smaller, the better: by type, then by constants, then by unknown properties. */
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
