import { type SpecContext, objectAt, listCombined } from './references/spec-context.js';
import { toArray, isJsonObject, type Json, type JsonObject } from '../json.js';
import { rewritable } from './read/tree.js';
import type { Positions } from './read/positions.js';

/** Returns whether a media type is that of server-sent events, whose text OpenAPI describes since 3.1. */
export function holdsEvents(positions: Positions, content: JsonObject): boolean {
  return /^text\/event-stream\b/i.test(String(positions.get(content).key));
}

/**
 * Replaces the encoded data of server-sent events by its value: `data: {contentMediaType: application/json, contentSchema: S}` →
 * `data: S`. If another part of the same event states that data is text, that statement moves to the alternatives without data.
 */
export function readEventData(context: SpecContext, content: JsonObject): void {
  const { itemSchema, schema = true } = content;
  const parts = listParts(itemSchema ?? objectAt(context, schema)?.['items'] ?? schema);
  const decoded = new Set(
    parts.filter((part) => {
      const { contentMediaType, contentSchema } = objectAt(context, dataIn(part)) ?? {};
      const holdsJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(String(contentMediaType));
      if (!holdsJson || contentSchema === undefined) return false;
      setData(part, contentSchema);
      return true;
    }),
  );
  if (decoded.size === 0) return;
  const events = parts.map((part) => ({ own: listCombined(context, part), all: listParts(part) }));
  for (const { own, all } of events)
    if (all.some((part) => decoded.has(part))) for (const part of own) if (!decoded.has(part)) moveText(part);
  // TypeScript takes an optional property for one that may be undefined, although another part requires it.
  for (const { own, all } of events)
    for (const part of own.some(requiresData) ? all : []) {
      if (dataIn(part) === undefined || requiresData(part)) continue;
      const required = [...toArray(part['required']), 'data'];
      context.positions.derive(required, part, 'required');
      rewritable(part)['required'] = required;
    }

  /** Lists the possible schemas of an item, including all that they combine or choose between. */
  function listParts(item: Json): readonly JsonObject[] {
    return listCombined(context, item, ['allOf', 'anyOf', 'oneOf']);
  }

  /**
   * Moves the schema of textual data from a part of an event to its alternatives without data: `{data: text, oneOf: [{…}]}` →
   * `{data: true, oneOf: [{…, data: text}]}`.
   */
  function moveText(part: JsonObject): void {
    const text = dataIn(part);
    if (!isJsonObject(text) || text['type'] !== 'string' || 'const' in text || 'enum' in text) return;
    for (const key of ['oneOf', 'anyOf'])
      for (const one of toArray(part[key]))
        if (listParts(one).every((own) => !dataIn(own))) setData(objectAt(context, one), text);
    setData(part, true);
  }
}

function requiresData({ required }: JsonObject): boolean {
  return toArray(required).includes('data');
}

function dataIn({ properties }: JsonObject): Json | undefined {
  return isJsonObject(properties) ? properties['data'] : undefined;
}

function setData(part: JsonObject | undefined, data: Json): void {
  const { properties } = part ?? {};
  if (isJsonObject(properties)) rewritable(properties)['data'] = data;
}
