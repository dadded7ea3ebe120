import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { readMember, writeExactly } from '@speccast/runtime/requests';

/** Reads CSV (RFC 4180) with a header line as rows of strings, without empty cells: `id,n\na,5` → `[{ id: 'a', n: '5' }]`. */
export function readCsv(text: string): readonly JsonObject[] {
  const lines: string[][] = [[]];
  for (const [, separator = '', quoted, plain = ''] of text.matchAll(/(^|,|\r?\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)) {
    if (separator.endsWith('\n')) lines.push([]);
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
  }
  const [names = [], ...rows] = lines.filter((cells) => cells.join('') !== '');
  return rows.map((cells) =>
    Object.fromEntries(
      cells.flatMap((cell, index) => (cell === '' ? [] : [[names[index] ?? `column${index + 1}`, cell]])),
    ),
  );
}

/** Writes rows as CSV with a header line: `[{ id: 'a', n: 5 }]` → `id,n\na,5`. Lists and objects are written as JSON. */
export function writeCsv(rows: readonly Json[]): string {
  const objects = rows.map((row) => (isJsonObject(row) ? row : { value: row }));
  const names = [...new Set(objects.flatMap((row) => Object.keys(row)))];
  const lines = [names, ...objects.map((row) => names.map((name) => readMember(row, name) ?? ''))];
  const writeCell = (value: Json): string => {
    const text = typeof value === 'string' ? value : writeExactly(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return lines.map((cells) => `${cells.map(writeCell).join(',')}\n`).join('');
}
