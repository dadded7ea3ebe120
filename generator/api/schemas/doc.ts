import type { Json, JsonObject } from '../../json.js';
import { compact } from '../tools/compact.js';
import type { Doc, Schema } from '../types/schema.js';
import { inlineCode, lowerFirst } from '../tools/sentence.js';

/**
 * Lowers what people read about an object of the spec. The summary and description of a reference replace those of its target.
 */
export function lowerDoc(node: JsonObject, reference: JsonObject = node): Doc {
  return compact({
    summary: readDocText(reference.summary) ?? readDocText(node.summary),
    description: readDocText(reference.description) ?? readDocText(node.description),
    deprecated: node.deprecated === true ? true : undefined,
    source: readSource(reference['x-source']) ?? readSource(node['x-source']),
    withoutEffect: readDocText(node['x-without-effect']),
  });
}

function readDocText(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Reads an `x-source`; sources in a list are joined: `[pets.md:3, pets.md:9]` -> `pets.md:3, pets.md:9`. */
export function readSource(value: Json | undefined): string | undefined {
  if (Array.isArray(value)) return readDocText(value.filter((one) => typeof one === 'string').join(', '));
  return readDocText(value);
}

type Schemas = ReadonlyMap<string, Schema>;

/** The doc of what has a schema; where it says nothing, that of the model that the schema refers to. */
export function describe(doc: Doc, schema: Schema, schemas: Schemas): Doc {
  if ((doc.summary ?? doc.description) !== undefined) return doc;
  const summary = findSummary(schema, schemas, new Set());
  return summary === undefined ? doc : { ...doc, summary };
}

/** Most schemas that are asked what the values of one of them are. */
const mostAsked = 100;

/** Finds a sentence about the values of a schema. Schemas in `met` were asked before and say nothing. */
function findSummary(schema: Schema, schemas: Schemas, met: Set<Schema>): string | undefined {
  if (met.has(schema) || met.size === mostAsked) return undefined;
  const text = (schema.doc.summary ?? schema.doc.description)?.trim();
  const own = text?.includes('\n') === true ? text.split(/\n\s*\n/, 1)[0] : text;
  if (own !== undefined) return own;
  met.add(schema);
  const [only, ...others] = schema.allOf ?? [];
  const target = schema.ref === undefined ? only : schemas.get(schema.ref);
  if (target !== undefined && others.length === 0) return findSummary(target, schemas, met);
  if (schema.const !== undefined) return `Always ${inlineCode(JSON.stringify(schema.const.value))}.`;
  return (
    summarizePart('Each item', schema.array?.items) ?? summarizePart('Each value', schema.object?.additionalProperties)
  );

  function summarizePart(subject: string, part: Schema | undefined): string | undefined {
    const summary = part === undefined ? undefined : findSummary(part, schemas, met);
    return summary === undefined ? undefined : `${subject}: ${lowerFirst(summary)}`;
  }
}
