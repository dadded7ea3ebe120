import { type SpecContext, objectAt, listCombined } from './references/spec-context.js';
import { toArray, isJsonObject, type Json, type JsonObject } from '../json.js';
import { rewritable } from './read/tree.js';
import type { Positions } from './read/positions.js';

/** Returns whether a media type is one of server-sent events, whose text OpenAPI describes from 3.1 on. */
export function holdsEvents(positions: Positions, content: JsonObject): boolean {
  return /^text\/event-stream\b/i.test(String(positions.get(content).key));
}

/**
 * Replaces the text of the data of server-sent events by the value in it: `data: {contentMediaType: application/json,
 * contentSchema: S}` → `data: S`. Another part of the event that calls its data text gives way; alternatives without data keep that.
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
  // TypeScript takes an optional property for one that may be undefined, though another part requires it.
  for (const { own, all } of events)
    for (const part of own.some(requiresData) ? all : []) {
      if (dataIn(part) === undefined || requiresData(part)) continue;
      const required = [...toArray(part['required']), 'data'];
      context.positions.derive(required, part, 'required');
      rewritable(part)['required'] = required;
    }

  /** Lists the schemas that an item may be, and all that these combine or choose between. */
  function listParts(item: Json): readonly JsonObject[] {
    return listCombined(context, item, ['allOf', 'anyOf', 'oneOf']);
  }

  /** Moves text that a part of an event has for data to its alternatives without data: `{data: true, oneOf: [{…, data: text}]}`. */
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
