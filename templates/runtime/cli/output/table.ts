import { findOperation } from '../../document/find-operation.js';
import { isJsonObject } from '../../json.js';
import { oneLine } from '../../printable.js';
import type { Tool } from '../../tools/catalogue.js';
import { readPointer, writePointer } from '../../validators/document/document-pointer.js';
import { listLeaves, mostLeaves, readSchemaFacts } from '../options/schema-facts.js';
import { fit, measureText } from '../text/printable.js';

/** A column of a table. */
export interface Column {
  /** Names from a row down to the value: `['snippet', 'title']`. */
  readonly steps: readonly string[];
  readonly title: string;
  readonly width: number;
}

/** Names of the values that identify a row best, the most useful first. */
const usefulNames = ['id', 'name', 'title', 'displayName', 'label', 'status', 'state', 'type'];
/** Names of values that repeat the command line. */
const idleNames = new Set(['kind', 'etag', 'object', 'self', 'selfLink']);
/** Maximum depth of properties that have columns. */
const deepest = 3;

/** Chooses as many columns as fit into a width: those with useful names first, then in the order of the schema. */
export function chooseColumns(rows: readonly unknown[], order: readonly string[], width: number): readonly Column[] {
  const leaves = new Map<string, readonly string[]>();
  for (const row of rows) collectLeaves(row, [], leaves);
  const ranked = [...leaves].map(([path, steps]) => {
    const last = steps.at(-1) ?? '';
    const [use, place] = [usefulNames.indexOf(last), order.indexOf(path)];
    // `a.b.id` ranks below `id` and `name`.
    const rank = use < 0 ? usefulNames.length : use + (steps.length > 2 ? usefulNames.length / 2 : 0);
    return { steps, path, last, rank, place: place < 0 ? order.length : place };
  });
  const columns: Column[] = [];
  let left = width;
  for (const { steps, path, last } of ranked.sort((a, b) => a.rank - b.rank || a.place - b.place)) {
    const isAlone = ranked.filter((other) => other.last === last).length === 1;
    const title = oneLine(isAlone ? last : path, 60).toUpperCase();
    const cells = rows.map((row) => printCell(row, steps));
    const best = Math.min(40, Math.max(...[title, ...cells].map(measureText)));
    if (idleNames.has(last) || (columns.length && best > left)) continue;
    columns.push({ steps, title, width: Math.max(1, Math.min(best, left)) });
    left -= best + 2;
    if (left < 4) break;
  }
  return columns;
}

/** Lists the paths to the values of an item (`snippet.title`), in the order of the schema of the first successful response. */
export function listColumnPaths(tool: Tool): readonly string[] {
  const { operation, schemas } = tool;
  const found = findOperation(schemas.document, operation);
  const status = Object.keys(Object(found?.value['responses'])).find((one) => /^2|default/.test(one));
  if (!found || status === undefined) return [];
  const pointer = found.pointer + writePointer(['responses', status, 'content']).slice(1);
  const [content] = Object.values(Object(readPointer(schemas.document, pointer)?.value));
  const { schema = true } = Object(content);
  const whole = readSchemaFacts(tool, schema);
  const key = operation.paging?.items;
  const list = key === undefined ? schema : whole.properties.get(key);
  const { items } = readSchemaFacts(tool, list ?? true);
  const leaves = listLeaves(tool, items === undefined ? whole : readSchemaFacts(tool, items), deepest);
  return leaves.map(({ steps }) => steps.join('.'));
}

/** Adds the paths of all values of a row that fit into a cell: `snippet.title` → `['snippet', 'title']`. */
function collectLeaves(value: unknown, steps: readonly string[], leaves: Map<string, readonly string[]>): void {
  if (leaves.size >= mostLeaves) return;
  if (!isJsonObject(value)) {
    const isShort = !Array.isArray(value) || value.every((item) => typeof item !== 'object');
    if (isShort) leaves.set(steps.join('.'), steps);
  } else if (steps.length < deepest)
    for (const [name, item] of Object.entries(value)) collectLeaves(item, [...steps, name], leaves);
}

/** Prints rows as lines of a table, with or without its head. */
export function printTable(rows: readonly unknown[], columns: readonly Column[], hasHead: boolean): string {
  const printLine = (printOne: (column: Column) => string) => {
    const cells = columns.map((column) => fit(printOne(column), column.width));
    return `${cells.join('  ').trimEnd()}\n`;
  };
  const head = hasHead ? printLine(({ title }) => title) : '';
  return head + rows.map((row) => printLine(({ steps }) => printCell(row, steps))).join('');
}

/** Prints an object as lines, each with the path and the text of a value. */
export function printRecord(value: unknown, width: number): string {
  const leaves = new Map<string, readonly string[]>();
  collectLeaves(value, [], leaves);
  const rows = [...leaves].map(([path, steps]) => ({ name: oneLine(path, 60), text: printCell(value, steps) }));
  const wide = Math.max(0, ...rows.map(({ name }) => measureText(name)));
  const name = { steps: ['name'], title: '', width: wide };
  const text = { steps: ['text'], title: '', width: Math.max(10, width - wide - 2) };
  return printTable(rows, [name, text], false);
}

function printCell(row: unknown, steps: readonly string[]) {
  let value = row;
  for (const step of steps) value = isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  return oneLine(typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? ''), 500);
}
