import { mergeXml, resolveXml, typesOf, type XmlPart, type XmlSchema, type XmlType } from './xml-schema.js';

/** What is known of a value before it is read or written. */
export interface Candidate {
  /** Types that it can have, the most special one first. */
  readonly types: readonly XmlType[];
  /** The value of one of its properties. */
  readonly valueOf: (property: string, schema: XmlPart) => unknown;
  /** How many of its properties a schema does not declare. */
  readonly unknown: (schema: XmlSchema) => number;
}

/** Most alternatives that contain alternatives that are followed. */
const mostSteps = 50;

/**
 * A schema with that of its alternatives that a value fits: what the discriminator says, else the first one of its type
 * whose constants it has and that declares most of its properties.
 */
export function chooseXml(schema: XmlSchema, value: Candidate): XmlSchema {
  let current = schema;
  for (let step = 0; step < mostSteps; step++) {
    const { one, discriminator, ...own } = current;
    const chosen = (discriminator && byDiscriminator(discriminator, value)) ?? (one && best(one, value));
    if (chosen === undefined) return own;
    // Types of alternatives stand for those of the schema around them.
    current = mergeXml(own, chosen);
  }
  return current;
}

function byDiscriminator(
  { property, mapping, other }: NonNullable<XmlSchema['discriminator']>,
  value: Candidate,
): XmlSchema | undefined {
  for (const [name, part] of Object.entries(mapping)) {
    const schema = resolveXml(part);
    const declared = own(schema, property);
    if (declared !== undefined && value.valueOf(property, declared) === name) return schema;
  }
  return other && resolveXml(other);
}

function own({ properties = {} }: XmlSchema, name: string): XmlPart | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

function best(parts: readonly XmlPart[], value: Candidate): XmlSchema | undefined {
  const schemas = parts.map((part) => resolveXml(part));
  const rated = schemas.map((schema) => ({ schema, rate: rate(schema, value) }));
  return rated.reduce<(typeof rated)[number] | undefined>(
    (first, second) => (first === undefined || second.rate < first.rate ? second : first),
    undefined,
  )?.schema;
}

/** The smaller, the better: type, then constants, then unknown properties. */
function rate(schema: XmlSchema, value: Candidate): number {
  const isOpen = schema.one !== undefined || schema.discriminator !== undefined;
  const types = typesOf(schema);
  const rank = value.types.findIndex((type) => types.includes(type));
  const misfit = rank === -1 && !isOpen && !types.includes('unknown') ? value.types.length : Math.max(rank, 0);
  const wrong = Object.entries(schema.properties ?? {}).filter(([name, part]) => {
    const { const: constant } = resolveXml(part);
    return constant !== undefined && value.valueOf(name, part) !== constant;
  }).length;
  return misfit * 1e6 + Math.min(wrong, 900) * 1e3 + Math.min(value.unknown(schema), 900);
}
