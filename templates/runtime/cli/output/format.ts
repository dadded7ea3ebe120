import type { PagePromise } from '../../client/paging/page-promise.js';
import { stringifyExact } from '../../codecs/exact-json.js';
import { isJsonObject } from '../../json.js';
import { nextPageParams } from '../../tools/call-operation.js';
import { readPointer, writePointer, followReferences } from '../../validators/document/document-pointer.js';
import { findOperation } from '../../document/find-operation.js';
import type { CallJob } from '../call/call-job.js';
import { CliError, columnsOf, write } from '../cli-io.js';
import { printable } from '../text/printable.js';
import { parseSelect, type Select } from './select.js';
import type { Sink } from './sink.js';
import { chooseColumns, recordLines, schemaOrder, tableLines, type Column } from './table.js';

/** How responses are written: tables for people, JSON for programs, or what `--select` finds. */
export interface Format {
  readonly value: (value: unknown, sink: Sink) => Promise<void>;
  readonly pages: (call: PagePromise<unknown>, sink: Sink) => Promise<void>;
  readonly items: (call: AsyncIterable<unknown>, sink: Sink) => Promise<void>;
}

/** Reads the options of the output; throws for those that cannot be used. */
export function openFormat(job: CallJob): Format {
  const { common } = job.given;
  const path = common.get('select')?.at(-1);
  const select = path === undefined ? undefined : parseSelect(path);
  const limit = readLimit(common.get('limit')?.at(-1));
  const isJson = common.has('json');
  const writer: Writer = {
    job,
    select,
    isJson,
    isPeople: (sink) => sink.isTerminal && !isJson && select === undefined,
  };
  return {
    value: (value, sink) => writeValue(writer, value, sink),
    items: (call, sink) => writeItems(writer, call, sink),
    pages: (call, sink) => {
      const isWhole = common.has('all') || limit !== undefined;
      return isWhole ? writeAll(writer, call, limit ?? Infinity, sink) : writePage(writer, call, sink);
    },
  };
}

interface Writer {
  readonly job: CallJob;
  readonly select: Select | undefined;
  readonly isJson: boolean;
  readonly isPeople: (sink: Sink) => boolean;
}

function readLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new CliError(`--limit takes a whole number, not ${JSON.stringify(text)}`);
  return Number(text);
}

async function writeValue(writer: Writer, value: unknown, sink: Sink): Promise<void> {
  const { select } = writer;
  if (select !== undefined) return writeSelected(writer, select(value), sink);
  if (!writer.isPeople(sink)) return sink.write(`${jsonOf(value, sink, 2)}\n`);
  const width = widthOfTerminal(writer);
  if (typeof value === 'string') return sink.write(`${printable(value)}\n`);
  const isTable = Array.isArray(value) && value.some(isJsonObject);
  if (isTable) return sink.write(lines(tableLines(value, chooseColumns(value, [], width), true)));
  return sink.write(isJsonObject(value) ? lines(recordLines(value, width)) : `${jsonOf(value, sink)}\n`);
}

async function writePage(writer: Writer, call: PagePromise<unknown>, sink: Sink): Promise<void> {
  const { data, response } = await call.withResponse();
  if (!writer.isPeople(sink)) return writeValue(writer, data, sink);
  const { job } = writer;
  const items = itemsOf(job, data);
  await writeTable(writer, items, sink);
  const asked = {};
  const isMore = nextPageParams(job.tool, { page: data, headers: response.headers, asked }) !== undefined;
  const note = items.length === 0 ? 'Nothing found.' : isMore ? 'There is more: add --all or --limit.' : '';
  if (note !== '') await write(job.io.stderr, `${note}\n`);
}

/** All items, or the first ones, as they come: one JSON array with a line for each item, or what is selected of each page. */
async function writeAll(writer: Writer, call: PagePromise<unknown>, limit: number, sink: Sink): Promise<void> {
  const { job, select } = writer;
  let left = limit;
  let columns: readonly Column[] | undefined;
  let start = '[';
  const isArray = select === undefined && !writer.isPeople(sink);
  if (left > 0) {
    for await (const page of call.pages()) {
      const items = itemsOf(job, page).slice(0, left);
      left -= items.length;
      if (select !== undefined) await writeSelected(writer, select(withItems(job, page, items)), sink);
      else if (!isArray) columns = await writeTable(writer, items, sink, columns);
      else
        for (const item of items) {
          await sink.write(`${start}\n${jsonOf(item, sink)}`);
          start = ',';
        }
      if (left <= 0) break;
    }
  }
  if (isArray) await sink.write(start === '[' ? '[]\n' : '\n]\n');
  else if (select === undefined && columns === undefined) await write(job.io.stderr, 'Nothing found.\n');
}

async function writeTable(
  writer: Writer,
  items: readonly unknown[],
  sink: Sink,
  known?: readonly Column[],
): Promise<readonly Column[] | undefined> {
  if (items.length === 0) return known;
  const { tool } = writer.job;
  const columns =
    known ??
    chooseColumns(
      items,
      schemaOrder(tool, responseSchema(tool), tool.operation.paging?.items),
      widthOfTerminal(writer),
    );
  const isTable = items.some(isJsonObject);
  await sink.write(
    lines(isTable ? tableLines(items, columns, known === undefined) : items.map((one) => printable(String(one)))),
  );
  return columns;
}

/** The schema of the first response that means success. */
function responseSchema(tool: CallJob['tool']): ReturnType<CallJob['tool']['schemas']['at']> {
  const { document } = tool.schemas;
  const found = findOperation(document, tool.operation);
  const responses = found?.value['responses'];
  const status = Object.keys(isJsonObject(responses) ? responses : {}).find((one) => /^2|default/.test(one));
  if (found === undefined || status === undefined) return undefined;
  const response = readPointer(document, found.pointer + writePointer(['responses', status]).slice(1));
  const content = response && followReferences(document, response)?.value;
  const types = isJsonObject(content) ? content['content'] : undefined;
  const type = Object.values(isJsonObject(types) ? types : {})[0];
  return isJsonObject(type) ? type['schema'] : undefined;
}

async function writeItems(writer: Writer, call: AsyncIterable<unknown>, sink: Sink): Promise<void> {
  for await (const item of call) {
    if (writer.select !== undefined) await writeSelected(writer, writer.select(item), sink);
    else await sink.write(`${jsonOf(item, sink)}\n`);
  }
}

/** What was selected, a line each: strings as they are, unless JSON is asked for. */
async function writeSelected({ isJson }: Writer, values: readonly unknown[], sink: Sink): Promise<void> {
  for (const value of values) {
    const isText = typeof value === 'string' && !isJson;
    const text = isText ? (sink.isTerminal ? printable(value) : value) : jsonOf(value, sink);
    await sink.write(`${text}\n`);
  }
}

function itemsOf({ tool }: CallJob, page: unknown): readonly unknown[] {
  const key = tool.operation.paging?.items;
  const items = key === undefined ? page : isJsonObject(page) ? page[key] : undefined;
  return Array.isArray(items) ? items : [];
}

function withItems({ tool }: CallJob, page: unknown, items: readonly unknown[]): unknown {
  const key = tool.operation.paging?.items;
  return key === undefined ? items : { ...Object(page), [key]: items };
}

/** JSON with all digits; on a terminal without characters that it would obey. */
function jsonOf(value: unknown, sink: Sink, space?: number): string {
  const text = stringifyExact(value, space) ?? 'null';
  if (!sink.isTerminal) return text;
  return text.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (one) =>
    Array.from({ length: one.length }, (_, at) => `\\u${one.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}

function widthOfTerminal({ job }: Writer): number {
  return Math.max(10, columnsOf(job.io.stdout));
}

function lines(texts: readonly string[]): string {
  return texts.map((one) => `${one}\n`).join('');
}
