import { isJsonObject, type Json } from '../../json.js';
import type { OperationContent } from '../../operation.js';
import { writeExactly } from '../values/exact-integers.js';

/** An item of a response in server-sent events or JSON lines as text. */
export function writeItem(item: Json, { kind, items, mediaType }: OperationContent): string {
  if (kind === 'events') return writeEvent(item, items);
  const lead = mediaType.includes('json-seq') ? '\u001e' : '';
  return `${lead}${writeExactly(item)}\n`;
}

function writeEvent(item: Json, items: OperationContent['items'] = 'event'): string {
  if (items === 'data' || !isJsonObject(item)) return `data: ${writeExactly(item)}\n\n`;
  const { data = '', ...fields } = item;
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${oneLine(String(value))}\n`);
  const text = items !== 'json-event' && typeof data === 'string' ? data : writeExactly(data);
  const datas = text.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return `${[...lines, ...datas].join('')}\n`;
}

/** Only `data` may have several lines. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}
