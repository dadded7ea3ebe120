import { isJsonObject, type Json, type OperationContent } from '@speccast/runtime';

/** Rows as the pieces of a body: a JSON array, or items of events or lines one after the other. */
export function* rowTexts(rows: Iterable<Json>, content?: OperationContent): Generator<string, void, undefined> {
  if (content?.kind === 'events') return yield* each(rows, (row) => eventText(row, content.items));
  if (content?.kind === 'lines') {
    const lead = content.mediaType.includes('json-seq') ? '\u001e' : '';
    return yield* each(rows, (row) => `${lead}${JSON.stringify(row)}\n`);
  }
  let lead = '[';
  for (const row of rows) {
    yield `${lead}${JSON.stringify(row)}`;
    lead = ',';
  }
  yield lead === '[' ? '[]' : ']';
}

function* each(rows: Iterable<Json>, write: (row: Json) => string): Generator<string, void, undefined> {
  for (const row of rows) yield write(row);
}

function eventText(row: Json, items: OperationContent['items'] = 'event'): string {
  if (items === 'data' || !isJsonObject(row)) return `data: ${JSON.stringify(row)}\n\n`;
  const { data = '', ...fields } = row;
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${oneLine(String(value))}\n`);
  const text = items === 'event' && typeof data === 'string' ? data : JSON.stringify(data);
  const datas = text.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return `${[...lines, ...datas].join('')}\n`;
}

/** Only data can have several lines. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}
