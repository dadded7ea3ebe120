import { readMember } from '../json.js';
import { listTypes, mergeXml, resolveXml } from './xml-schema.js';
import type { XmlPart, XmlSchema, XmlType } from '../xml-schema.js';

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
function rate(schema: XmlSchema, { types: own, readProperty, countUnknown }: Candidate): number {
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
