import { inlineCode } from './inline-code.js';
import type { Doc, Schema } from '../schemas/schema.js';
import { lowerFirst } from './sentence.js';

type Schemas = ReadonlyMap<string, Schema>;

/** The doc of what has a schema; where it says nothing, what the model that the schema leads to is. */
export function describe(doc: Doc, schema: Schema, schemas: Schemas): Doc {
  if ((doc.summary ?? doc.description) !== undefined) return doc;
  const summary = summaryOf(schema, schemas, new Set());
  return summary === undefined ? doc : { ...doc, summary };
}

/** What values of a schema are, in a sentence; `met` are the schemas on the way here, for those that lead to themselves. */
function summaryOf(schema: Schema, schemas: Schemas, met: ReadonlySet<Schema>): string | undefined {
  if (met.has(schema)) return undefined;
  const own = firstParagraph(schema.doc);
  if (own !== undefined) return own;
  const below = new Set([...met, schema]);
  const [only, ...others] = schema.allOf ?? [];
  const target = schema.ref === undefined ? only : schemas.get(schema.ref);
  if (target !== undefined && others.length === 0) return summaryOf(target, schemas, below);
  if (schema.const !== undefined) return `Always ${inlineCode(JSON.stringify(schema.const.value))}.`;
  return partOf('Each item', schema.array?.items) ?? partOf('Each value', schema.object?.additionalProperties);

  function partOf(subject: string, part: Schema | undefined): string | undefined {
    const summary = part === undefined ? undefined : summaryOf(part, schemas, below);
    return summary === undefined ? undefined : `${subject}: ${lowerFirst(summary)}`;
  }
}

function firstParagraph({ summary, description }: Doc): string | undefined {
  const text = (summary ?? description)?.trim();
  return text?.includes('\n') === true ? text.split(/\n\s*\n/, 1)[0] : text;
}
