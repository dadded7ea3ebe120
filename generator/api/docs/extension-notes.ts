import { isJsonObject, type Json, type JsonObject } from '../../spec/read/json.js';
import { inlineCode, joinWords } from './sentence.js';

/** Sentences on the facts that a node of the spec carries as extensions: `x-limit` and `x-facts`. */
export function extensionNotes(extensions: JsonObject): readonly string[] {
  const { 'x-limit': limits, 'x-facts': facts } = extensions;
  return [...listOf(limits).flatMap(limitNotes), ...listOf(facts).flatMap(factNotes)];
}

/** A vocabulary may allow one value in place of a list of one. */
function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return isJsonArray(value) ? value : [value];
}

function isJsonArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function limitNotes(limit: Json): readonly string[] {
  if (!isJsonObject(limit) || typeof limit.atMost !== 'number') return [];
  const { atMost, of, per } = limit;
  const scope = typeof per === 'string' ? ` per \`${per}\`` : '';
  return typeof of === 'string' ? [sentence(`At most ${atMost} \`${of}\`${scope}`)] : [];
}

function factNotes(fact: Json): readonly string[] {
  return isJsonObject(fact) && typeof fact.fact === 'string' ? [sentence(fact.fact)] : [];
}

function sentence(text: string): string {
  return `${text.trim().replace(/\.$/, '')}.`;
}

/** Sentences on the public facts that the document contradicts (`x-differs`). */
export function differenceNotes(differs: Json | undefined): readonly string[] {
  if (!Array.isArray(differs)) return [];
  return differs.flatMap((difference: Json) => {
    if (!isJsonObject(difference) || typeof difference.public !== 'string') return [];
    return [`Public services differ: ${difference.public.replace(/\s+/g, ' ').trim().replace(/\.?$/, '.')}`];
  });
}

/** What a call sends that leaves the parameter out, in a sentence (`x-part`). */
export function partNotes(part: Json | undefined): readonly string[] {
  if (!isJsonObject(part)) return [];
  const { default: parts } = part;
  if (parts === 'body') return ['Left out, the parts that the body holds are sent.'];
  if (!Array.isArray(parts)) return [];
  const names = parts.filter((name): name is string => typeof name === 'string').map(inlineCode);
  return names.length === 0 ? [] : [`Left out, ${joinWords(names, 'and')} ${names.length === 1 ? 'is' : 'are'} sent.`];
}
