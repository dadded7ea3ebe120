import { isJsonObject, type Json } from '../../json.js';
import type { Tool } from '../../tools/catalogue.js';
import { schemaFacts } from '../options/schema-facts.js';
import { oneLine } from '../../printable.js';
import { fit, widthOf } from '../text/printable.js';

/** A column: where its values are in a row. */
export interface Column {
  readonly steps: readonly string[];
  readonly title: string;
  readonly width: number;
}

/** Columns that say most, by the last name of their way. */
const telling = ['id', 'name', 'title', 'displayName', 'label', 'status', 'state', 'type'];
/** Columns that say what the command line has said already. */
const idle = new Set(['kind', 'etag', 'object', 'self', 'selfLink']);
const widestColumn = 40;
const deepest = 3;
const mostLeaves = 200;

/** Chooses the columns for rows: in the order of the schema, those that fit into a width. */
export function chooseColumns(rows: readonly unknown[], order: readonly string[], width: number): readonly Column[] {
  const leaves = new Map<string, readonly string[]>();
  for (const row of rows) collect(row, [], leaves);
  const at = (steps: readonly string[]): number => {
    const found = order.indexOf(steps.join('.'));
    return found < 0 ? order.length : found;
  };
  const ways = [...leaves.values()]
    .filter((steps) => !idle.has(steps.at(-1) ?? ''))
    .sort((a, b) => rank(a) - rank(b) || at(a) - at(b));
  const columns: Column[] = [];
  let left = width;
  for (const steps of ways) {
    const title = titleOf(steps, ways);
    const widest = Math.max(widthOf(title), ...rows.map((row) => widthOf(cell(valueAt(row, steps)))));
    const wanted = Math.min(widest, widestColumn);
    if (columns.length > 0 && wanted > left) continue;
    columns.push({ steps, title, width: Math.max(1, Math.min(wanted, left)) });
    left -= wanted + 2;
    if (left < 4) break;
  }
  return columns;
}

/** What says more comes first; of names of the same kind the one that is less deep. */
function rank(steps: readonly string[]): number {
  const found = telling.indexOf(steps.at(-1) ?? '');
  return found < 0 ? telling.length : found + (steps.length > 2 ? telling.length / 2 : 0);
}

function titleOf(steps: readonly string[], all: readonly (readonly string[])[]): string {
  const last = steps.at(-1) ?? '';
  const isAlone = all.filter((other) => other.at(-1) === last).length === 1;
  return oneLine(isAlone || steps.length === 1 ? last : steps.join('.'), 60).toUpperCase();
}

function collect(value: unknown, steps: readonly string[], leaves: Map<string, readonly string[]>): void {
  if (leaves.size >= mostLeaves) return;
  if (isJsonObject(value)) {
    if (steps.length < deepest)
      for (const [name, item] of Object.entries(value)) collect(item, [...steps, name], leaves);
  } else if (!Array.isArray(value) || value.every((item) => typeof item !== 'object'))
    leaves.set(steps.join('.'), steps);
}

/** The lines of a table: its head, and its rows. */
export function tableLines(rows: readonly unknown[], columns: readonly Column[], hasHead: boolean): readonly string[] {
  const line = (cells: readonly string[]): string =>
    columns
      .map(({ width }, index) => fit(cells[index] ?? '', width))
      .join('  ')
      .trimEnd();
  const head = hasHead ? [line(columns.map(({ title }) => title))] : [];
  return [...head, ...rows.map((row) => line(columns.map(({ steps }) => cell(valueAt(row, steps)))))];
}

/** An object as lines of a name and a value each. */
export function recordLines(value: unknown, width: number): readonly string[] {
  const leaves = new Map<string, readonly string[]>();
  collect(value, [], leaves);
  const entries = [...leaves].map(([name, steps]) => [oneLine(name, 60), cell(valueAt(value, steps))] as const);
  const wide = Math.max(0, ...entries.map(([name]) => widthOf(name)));
  return entries.map(([name, text]) => `${fit(name, wide)}  ${fit(text, Math.max(10, width - wide - 2)).trimEnd()}`);
}

function valueAt(row: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>(
    (value, step) => (isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined),
    row,
  );
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  return oneLine(typeof value === 'object' ? JSON.stringify(value) : String(value), 500);
}

/** Ways to the values of an item, in the order of the schema of the response. */
export function schemaOrder(tool: Tool, schema: Json | undefined, itemsKey: string | undefined): readonly string[] {
  if (schema === undefined) return [];
  const whole = schemaFacts(tool, schema);
  const list = itemsKey === undefined ? schema : whole.properties.get(itemsKey);
  const item = list === undefined ? undefined : schemaFacts(tool, list).items;
  const found: string[] = [];
  const add = (of: Json, start: string, depth: number): void => {
    for (const [name, below] of schemaFacts(tool, of).properties) {
      const facts = depth < deepest ? schemaFacts(tool, below) : undefined;
      if (facts !== undefined && facts.properties.size > 0) add(below, `${start}${name}.`, depth + 1);
      else found.push(start + name);
      if (found.length > mostLeaves) return;
    }
  };
  add(item ?? schema, '', 1);
  return found;
}
