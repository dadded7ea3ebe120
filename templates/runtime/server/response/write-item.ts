import { isJsonObject, type Json } from '../../json.js';
import type { OperationContent } from '../../operation.js';
import { writeExactly } from '../values/exact-integers.js';

/** Writes an item of a response in JSON lines (`{"a":1}\n`) or server-sent events (`event: b\ndata: c\n\n`). */
export function writeItem(item: Json, { kind, items = 'event', mediaType }: OperationContent): string {
  if (kind !== 'events') return `${mediaType.includes('json-seq') ? '\u001e' : ''}${writeExactly(item)}\n`;
  if (items === 'data' || !isJsonObject(item)) return `data: ${writeExactly(item)}\n\n`;
  const { data = '', ...fields } = item;
  // Only `data` may have several lines.
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${String(value).replace(/[\r\n]+/g, ' ')}\n`);
  const text = items !== 'json-event' && typeof data === 'string' ? data : writeExactly(data);
  const dataLines = text.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return `${[...lines, ...dataLines].join('')}\n`;
}
