import { isJsonObject, type Json, type JsonObject } from '../../spec/read/json.js';

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
