import { type CheckContext, itemsOf, objectAt, partsOf, targetOf } from '../check/check-context.js';
import { isJsonObject, type Json, type JsonObject } from '../read/json.js';
import { rewritable } from '../read/tree.js';

/**
 * Lets the data of server-sent events be what their text holds: `data: {contentMediaType: application/json, contentSchema: S}` →
 * `data: S`. Where another part of such an event says that data are text, it gives way; alternatives without data keep that.
 */
export function readEventData(context: CheckContext, content: JsonObject): void {
  if (!/^text\/event-stream\b/i.test(String(context.positions.get(content).key))) return;
  const parts = listParts(context, content['itemSchema'] ?? content['schema']);
  const decoded = new Set(parts.filter((part) => decode(context, part)));
  if (decoded.size === 0) return;
  const isWithin = (part: JsonObject): boolean =>
    parts.some(
      (whole) => partsOf(context, whole).includes(part) && listParts(context, whole).some((one) => decoded.has(one)),
    );
  for (const part of parts) {
    const { properties } = part;
    const text = isJsonObject(properties) && !decoded.has(part) ? properties['data'] : undefined;
    const isPlain =
      isJsonObject(text) && text['type'] === 'string' && text['const'] === undefined && text['enum'] === undefined;
    if (!isPlain || !isJsonObject(properties) || !isWithin(part)) continue;
    rewritable(properties)['data'] = true;
    for (const one of [...itemsOf(part['oneOf']), ...itemsOf(part['anyOf'])]) {
      const own = objectAt(context, one);
      if (
        own === undefined ||
        listParts(context, own).some((inner) => Object.hasOwn(Object(inner['properties']), 'data'))
      )
        continue;
      if (isJsonObject(own['properties'])) rewritable(own['properties'])['data'] = text;
    }
  }
  for (const whole of parts) {
    // TypeScript takes an optional property for one that may be undefined, though another part requires it.
    if (!partsOf(context, whole).some(requiresData)) continue;
    for (const part of listParts(context, whole)) {
      if (!Object.hasOwn(Object(part['properties']), 'data') || requiresData(part)) continue;
      const required = [...itemsOf(part['required']), 'data'];
      context.positions.derive(required, part, 'required');
      rewritable(part)['required'] = required;
    }
  }
}

function requiresData({ required }: JsonObject): boolean {
  return itemsOf(required).includes('data');
}

/** The schemas that an item may be, and all that these combine or choose between. */
function listParts(context: CheckContext, item: Json | undefined): readonly JsonObject[] {
  const seen = new Set<Json | undefined>([item]);
  // A set hands out what is added while it is being walked.
  for (const part of seen) {
    if (!isJsonObject(part)) continue;
    if (part['type'] === 'array') seen.add(part['items']);
    seen.add(targetOf(context, part)?.value);
    for (const key of ['allOf', 'anyOf', 'oneOf']) for (const one of itemsOf(part[key])) seen.add(one);
  }
  return [...seen].filter(isJsonObject);
}

/** Replaces the text of data by what it holds; whether it does. */
function decode(context: CheckContext, { properties }: JsonObject): boolean {
  const data = isJsonObject(properties) ? objectAt(context, properties['data']) : undefined;
  const { contentMediaType, contentSchema } = data ?? {};
  const holdsJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(String(contentMediaType));
  if (!holdsJson || contentSchema === undefined || !isJsonObject(properties)) return false;
  rewritable(properties)['data'] = contentSchema;
  return true;
}
