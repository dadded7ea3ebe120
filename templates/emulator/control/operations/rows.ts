import { type Json, type JsonObject, isJsonObject } from '@speccast/runtime';
import { decodePercent } from '@speccast/runtime/parameters';
import { HttpError, writeExactly } from '@speccast/runtime/requests';
import type { Call } from '../../plan/plan.js';
import { serveMedia } from '../../world/serve-media.js';
import { addRow } from '../../act/rows/change-rows.js';
import { presentAllParts } from '../../act/rows/present.js';
import { hashTag } from '../../values/ids.js';
import { countBytes } from '../../store/media.js';
import type { Row } from '../../store/table.js';
import { rowsIn } from '../../store/world.js';
import { stringAt, valueAt, withValue } from '../../values/json-path.js';
import type { Control } from '../input/controlled-emulator.js';
import { InvalidRow, findIssues } from '../../act/rows/check-rows.js';
import { readLimit, readNumber, requireFound, wrongBody } from '../input/control-request.js';
import { compareCells, toSearchText } from '../input/steps.js';
import type { Engine } from '../../world/engine.js';
import { didYouMean } from '../../values/did-you-mean.js';
import type { TableState } from '../../world/tools/test-tools.js';

/** Lists rows of a table: searched, sorted and paged. */
export function listRows(control: Control): object {
  const { engine, path, query } = control;
  const text = query.get('q')?.toLowerCase() ?? '';
  const all = [...rowsIn(engine.filledWorld(), path.table).values()];
  const found = text === '' ? all : all.filter((row) => toSearchText(row).includes(text));
  const sort = query.get('sort') ?? '';
  if (sort !== '') {
    const sign = query.get('order') === 'desc' ? -1 : 1;
    found.sort((one, other) => compareCells(valueAt(one, sort), valueAt(other, sort), sign));
  }
  const from = readNumber(query, 'from') ?? 0;
  const page = found.slice(from, from + readLimit(query));
  return { total: found.length, items: page.map((row) => toKeyedRow(control, row)) };
}

/** Returns a row with its files. Rejects (404) an unknown key. */
export function getRow(control: Control): object {
  const { engine, path } = control;
  const { table, key } = path;
  const row = requireFound(rowsIn(engine.filledWorld(), table).get(key), `There is no row ${key} in ${table}.`);
  const file = engine.world.blobs.get(`${table}/${key}`);
  const media = file && {
    path: toMediaPath(`${table}/${key}`),
    bytes: countBytes(file),
    mediaType: file.mediaType,
    fileName: file.fileName,
  };
  return { ...toKeyedRow(control, row, true), media };
}

/** Stores a row under a key, new or not. Rejects (412) the row if `If-Match` or `If-None-Match` excludes it. */
export function replaceRow(control: Control): object {
  const { engine, path, body, headers } = control;
  const { table, key } = path;
  const old = rowsIn(engine.filledWorld(), table).get(key);
  const fail = (location: string, message: string): never => {
    throw new HttpError(412, 'conditionNotMet', message, { location });
  };
  if (headers.get('if-none-match') === '*' && old) fail('If-None-Match', `There is a row ${key} already.`);
  const match = headers.get('if-match');
  if (match !== null && !old) fail('If-Match', `The row ${key} was deleted in the meantime.`);
  if (match !== null && match !== '*' && match.replace(/^"|"$/g, '') !== (old && readVersion(old)))
    fail('If-Match', `The row ${key} was changed in the meantime.`);
  const { key: keyPath = 'id', scope = [], id } = engine.shared.rules(table);
  const isKeyless = scope.length === 0 && valueAt(body, keyPath) === undefined;
  const row = isKeyless ? withValue(body, keyPath, id?.alphabet === 'integer' ? Number(key) : key) : body;
  if (engine.shared.keyOf(table, row) !== key) throw wrongBody(`its key has to stay ${key}`, keyPath);
  return putRow(control, row);
}

/** Stores a row. Rejects (409) a new one whose key there is already. */
export function putRow(control: Control, body: JsonObject, isNew = false): object {
  const { engine, path } = control;
  const { table } = path;
  const row = engine.run(engine.outside, (call) =>
    addRow(call, table, body, (stored) => {
      const key = engine.shared.keyOf(table, stored);
      if (isNew && call.tables.get(table, key) !== undefined)
        throw new HttpError(409, 'alreadyExists', `There is a row ${key} in ${table} already.`, { location: 'id' });
      checkRow(call, control, stored);
    }),
  );
  return toKeyedRow(control, row);
}

/** Rejects (400) a row that does not match the schema of its table. Issues that the row had before are no reason. */
function checkRow(call: Call, { engine, path: { table } }: Control, row: Row): void {
  const model = findModel(engine, table);
  const listIssues = (one: Row): InvalidRow['issues'] => {
    const issues = findIssues(engine.plan, table, one);
    if (issues.length > 0 || !model) return issues;
    // Computed values are not stored, so a member that is missing in the row may be in the response.
    return model.check(presentAllParts(call, table, one)).filter(({ keyword }) => keyword === 'required');
  };
  const found = listIssues(row);
  if (found.length === 0) return;
  const identify = ({ path, keyword, message }: (typeof found)[number]): string =>
    JSON.stringify([path, keyword, message]);
  const old = call.tables.get(table, engine.shared.keyOf(table, row));
  const known = new Set(old && listIssues(old).map(identify));
  const issues = found.filter((issue) => !known.has(identify(issue)));
  if (issues.length > 0) throw new InvalidRow(table, issues);
}

/** Identifies the content of a row. */
function readVersion(row: Row): string {
  return hashTag(writeExactly(row));
}

const mostImages = 8;

/**
 * Returns a row with its key, its version, and paths of its images, the smallest first; with `hasDrawn`, also of pictures that the emulator draws in
 * place of uploads.
 */
function toKeyedRow({ world, engine, path: { table } }: Control, row: Row, hasDrawn = false): object {
  const key = engine.shared.keyOf(table, row);
  const file = `${table}/${key}`;
  const prefix = `${world.baseUrl}/__media/`;
  const { blobs } = engine.world;
  const isDrawn = engine.plan.renderPicture && (hasDrawn || blobs.has(`thumbnails/${file}`));
  const sizes = Object.keys((isDrawn && engine.shared.rules(table).thumbnails?.sizes) || {});
  const linked = stringsIn(row).filter((text) => text.startsWith(prefix));
  const keys = new Set([
    ...(blobs.get(file)?.mediaType.startsWith('image/') ? [file] : []),
    ...sizes.map((name) => `thumbnails/${file}/${name}`),
    ...linked.map((address) => address.slice(prefix.length).split('/').map(decodePercent).join('/')),
  ]);
  const images = [...keys].slice(0, mostImages).map(toMediaPath);
  return { key, row, version: readVersion(row), images: images.length > 0 ? images : undefined };
}

/** Returns the path of a file in the control plane: reading it there is no request of the service. */
function toMediaPath(key: string): string {
  return `/__mock/media/${encodeURIComponent(key)}`;
}

/** Sends a file of the state. Rejects (404) an unknown key. */
export async function getMedia({ engine, path: { key } }: Control): Promise<Response> {
  const path = `${engine.plan.basePaths[0]}/__media/${key.split('/').map(encodeURIComponent).join('/')}`;
  const url = new URL(path, 'https://emulator.test');
  const response = requireFound(await serveMedia(engine, new Request(url), url), `There is no file ${key}.`);
  response.headers.set('content-security-policy', 'sandbox');
  response.headers.set('x-content-type-options', 'nosniff');
  return response;
}

function stringsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(stringsIn) : [];
}

type AnyTable = TableState<Record<string, unknown>>;

/** Finds the table that a request names. Rejects (404) an unknown name. */
export function findTable({ world: { state }, path: { table } }: Pick<Control, 'world' | 'path'>): AnyTable {
  // The members of the state are tables. The types of their rows are not used here.
  const tables = state as Readonly<Record<string, AnyTable>>;
  const found = Object.hasOwn(state, table) && tables[table];
  return requireFound(found, `There is no table ${table}${didYouMean(table, Object.keys(state))}`);
}

/** Finds the validator of the rows of a table; undefined if the spec has no schema for them. */
export function findModel({ plan }: Engine, name: string): Engine['plan']['resources'][number]['model'] {
  return plan.resources.find(({ table }) => table === name)?.model;
}

/** Returns the JSON Schema of the rows of a table; empty if the spec has none. */
export function readSchema(engine: Engine, name: string): JsonObject {
  try {
    const schema = findModel(engine, name)?.['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) ?? {};
    // A JSON Schema is JSON.
    return schema as JsonObject;
  } catch {
    // The package was bundled without its schemas.
    return {};
  }
}

/** Describes the rows of a table: their key, and the members that have keys of other tables. */
export function describeTable(engine: Engine, name: string): JsonObject {
  const { key = 'id', references = [], owner, copies = {}, embeds = {} } = engine.shared.rules(name);
  const callers = engine.plan.settings.caller?.table;
  const links = [
    ...[...Object.values(embeds), ...Object.values(copies)].map(({ at, of }) => ({ path: at, table: of })),
    { path: typeof owner === 'string' ? owner : undefined, table: callers },
    ...references.filter(({ column }) => column === undefined),
  ];
  const found = new Map<string, string>();
  for (const { path, table } of links)
    if (path !== undefined && table !== undefined && !(table === name && path === key)) found.set(path, table);
  return {
    name,
    key,
    references: Array.from(found, ([path, table]) => ({ path, table })),
    hasSchema: findModel(engine, name) !== undefined,
  };
}

/** Finds a name of a row for people: its title or the like; undefined if it has none. */
export function findTitle(row: Json | undefined): string | undefined {
  if (!isJsonObject(row)) return undefined;
  const paths = ['snippet.title', 'title', 'displayName', 'name', 'fullName', 'login', 'username', 'email', 'label'];
  return paths.map((path) => stringAt(row, path)).find(Boolean);
}
