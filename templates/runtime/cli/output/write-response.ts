import type { PagePromise } from '../../client/paging/page-promise.js';
import type { Download } from '../../client/streams/download.js';
import { stringifyExact } from '../../codecs/exact-json.js';
import { isJsonObject } from '../../json.js';
import { nextPageParams } from '../../tools/call-operation.js';
import type { Tool } from '../../tools/catalogue.js';
import { openProgressBar } from '../call/progress.js';
import type { CallJob } from '../call/session.js';
import { CliError, readWidth, write } from '../cli-io.js';
import { printable } from '../text/printable.js';
import { parseSelect, type Select } from './select.js';
import type { Sink } from './sink.js';
import { chooseColumns, type Column, listColumnPaths, printRecord, printTable } from './table.js';

/** The output of a call: tables on a terminal, JSON for programs, or the values that `--select` selects. */
export interface Output {
  readonly job: CallJob;
  readonly sink: Sink;
  readonly select: Select | undefined;
  /** Maximum number of items of all pages; `undefined` for one page. */
  readonly limit: number | undefined;
  /** True if strings that `--select` selects are also written as JSON. */
  readonly isJson: boolean;
  /** True on a terminal without `--json` and `--select`: tables instead of JSON. */
  readonly isForPeople: boolean;
  /** Width of the terminal in characters. */
  readonly width: number;
}

/** Reads the options of the output; throws a `CliError` if one is invalid. */
export function openOutput(job: CallJob, sink: Sink): Output {
  const { has, last } = job.parsed;
  const path = last('select');
  const select = path === undefined ? undefined : parseSelect(path);
  const isJson = has('json');
  const isForPeople = sink.isTerminal && !isJson && !select;
  const most = last('limit');
  if (most !== undefined && !/^\d{1,15}$/.test(most))
    throw new CliError(`--limit takes a whole number, not ${JSON.stringify(most)}`);
  const unlimited = has('all') ? Infinity : undefined;
  const limit = most === undefined ? unlimited : Number(most);
  return { job, sink, select, limit, isJson, isForPeople, width: Math.max(10, readWidth(job.io.stdout)) };
}

/** Writes a value: the selected parts, JSON, or a table. */
export async function writeValue(output: Output, value: unknown): Promise<void> {
  const { sink, select, isForPeople, width } = output;
  if (select) return writeLines(output, select(value));
  if (!isForPeople) return sink.write(`${printJson(value, sink, 2)}\n`);
  if (typeof value === 'string') return sink.write(`${value}\n`);
  if (Array.isArray(value) && value.some(isJsonObject))
    return sink.write(printTable(value, chooseColumns(value, [], width), true));
  return sink.write(isJsonObject(value) ? printRecord(value, width) : `${printJson(value, sink)}\n`);
}

/** Writes one page of a list, or all its items up to the limit. */
export async function writeList(output: Output, call: PagePromise<unknown>): Promise<void> {
  const { job, limit, isForPeople } = output;
  if (limit !== undefined) return writeItemsOfPages(output, call, limit);
  const { data, response } = await call.withResponse();
  if (!isForPeople) return writeValue(output, data);
  const items = readItems(job.tool, data);
  await writeTable(output, items);
  const next = nextPageParams(job.tool, { page: data, headers: response.headers, requestParams: {} });
  if (!items.length) await write(job.io.stderr, 'Nothing found.\n');
  else if (next) await write(job.io.stderr, 'There is more: add --all or --limit.\n');
}

/** Writes items page by page: one JSON array with a line for each item, a table, or the selected values of each page. */
async function writeItemsOfPages(output: Output, call: PagePromise<unknown>, limit: number): Promise<void> {
  const { job, sink, select, isForPeople } = output;
  const key = job.tool.operation.paging?.items;
  const isArray = !select && !isForPeople;
  let left = limit;
  let start = '[';
  let columns: readonly Column[] | undefined;
  for await (const page of left > 0 ? call.pages() : []) {
    const items = readItems(job.tool, page).slice(0, left);
    left -= items.length;
    if (select) await writeLines(output, select(key === undefined ? items : { ...Object(page), [key]: items }));
    else if (!isArray) columns = await writeTable(output, items, columns);
    else
      for (const item of items) {
        await sink.write(`${start}\n${printJson(item, sink)}`);
        start = ',';
      }
    if (left <= 0) break;
  }
  if (isArray) await sink.write(start === '[' ? '[]\n' : '\n]\n');
  else if (isForPeople && !columns) await write(job.io.stderr, 'Nothing found.\n');
}

/** Writes items as rows, with a head unless the columns are `known` from an earlier page; returns the columns. */
async function writeTable(
  { job, sink, width }: Output,
  items: readonly unknown[],
  known?: readonly Column[],
): Promise<readonly Column[] | undefined> {
  if (!items.length) return known;
  const columns = known ?? chooseColumns(items, listColumnPaths(job.tool), width);
  const isTable = items.some(isJsonObject);
  await sink.write(isTable ? printTable(items, columns, !known) : `${items.map(String).join('\n')}\n`);
  return columns;
}

/** Writes the bytes of a response as they arrive. Throws a `CliError` for bytes that are not text on a terminal. */
export async function writeDownload({ job: { io }, sink }: Output, call: Download): Promise<void> {
  const { headers, body } = await call.asResponse();
  const type = headers.get('content-type') ?? '';
  if (sink.isTerminal && !/^text\/|[/+](?:json|xml)|subrip|^$/i.test(type)) {
    await body?.cancel();
    throw new CliError(`The response is ${printable(type)}, which a terminal cannot show: add --out <file>`, 'failed');
  }
  const total = Number(headers.get('content-length') ?? NaN);
  const bar = openProgressBar(sink.file === undefined ? undefined : io.stderr, 'Downloading');
  const decoder = new TextDecoder();
  let received = 0;
  try {
    for await (const bytes of body ?? []) {
      received += bytes.byteLength;
      await sink.write(sink.isTerminal ? decoder.decode(bytes, { stream: true }) : bytes);
      bar.show(received, total >= received ? total : undefined);
    }
  } finally {
    bar.end();
  }
  if (sink.file !== undefined && io.stderr.isTTY)
    await write(io.stderr, `${received} bytes are in ${printable(sink.file)}.\n`);
}

/** Writes the items of a stream as they arrive. */
export async function writeItems(output: Output, call: AsyncIterable<unknown>): Promise<void> {
  for await (const item of call) await writeLines(output, output.select?.(item) ?? [item]);
}

/** Writes each value on a line. Strings that `--select` selected have no quotes, except with `--json`. */
async function writeLines({ select, isJson, sink }: Output, values: readonly unknown[]): Promise<void> {
  for (const value of values) {
    const isText = typeof value === 'string' && select && !isJson;
    await sink.write(`${isText ? value : printJson(value, sink)}\n`);
  }
}

function readItems({ operation: { paging } }: Tool, page: unknown): readonly unknown[] {
  const items: unknown = paging?.items === undefined ? page : Object(page)[paging.items];
  return Array.isArray(items) ? items : [];
}

/** Prints JSON with all digits of numbers. On a terminal, invisible characters are escaped: `\u001b`. */
function printJson(value: unknown, { isTerminal }: Sink, space?: number) {
  const text = stringifyExact(value, space) ?? 'null';
  if (!isTerminal) return text;
  return text.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    // A character beyond U+FFFF is two escapes.
    character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}
