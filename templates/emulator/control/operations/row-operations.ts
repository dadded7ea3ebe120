import type { JsonObject } from '@speccast/runtime';
import { decodePercent } from '@speccast/runtime/parameters';
import { HttpError, writeExactly } from '@speccast/runtime/requests';
import type { Call } from '../../plan/plan.js';
import { serveMedia } from '../../world/serve-media.js';
import { addRow } from '../../act/rows/change-rows.js';
import { findResource } from '../../act/rows/fit-row.js';
import { presentAllParts } from '../../act/rows/present.js';
import { hashTag } from '../../values/ids.js';
import { countBytes } from '../../store/media.js';
import type { Row } from '../../store/table.js';
import { rowsIn } from '../../store/world.js';
import { valueAt, withValue } from '../../values/json-path.js';
import type { Control, ControlOperations } from '../input/controlled-emulator.js';
import { InvalidRow, findIssues } from '../../act/rows/check-rows.js';
import { readLimit, readNumber, requireFound, wrongBody } from '../input/control-request.js';
import { compareCells, toSearchText } from '../input/steps.js';
import { didYouMean } from '../../values/did-you-mean.js';
import type { TableState } from '../../world/tools/test-tools.js';
import { file, inHeader, inQuery, limit, search, text } from '../document/draft-schema.js';

/** The operations on rows and their files. */
export const rowOperations: ControlOperations = {
  'rows.list GET /state/{table}': {
    summary: 'Lists rows of a table.',
    parameters: [
      limit,
      inQuery('from', 'Number of rows to skip. Default: 0.'),
      search,
      inQuery('sort', 'Path of the member to sort by: `snippet.title`. Default: the order of insertion.', text),
      inQuery('order', 'Default: asc.', { ...text, enum: ['asc', 'desc'] }),
    ],
    response: 'Rows',
    run: (control) => {
      const { engine, path, query } = control;
      const searched = query.get('q')?.toLowerCase() ?? '';
      const all = [...rowsIn(engine.filledWorld(), path.table).values()];
      const found = searched === '' ? all : all.filter((row) => toSearchText(row).includes(searched));
      const sort = query.get('sort') ?? '';
      if (sort !== '') {
        const sign = query.get('order') === 'desc' ? -1 : 1;
        found.sort((one, other) => compareCells(valueAt(one, sort), valueAt(other, sort), sign));
      }
      const from = readNumber(query, 'from') ?? 0;
      const page = found.slice(from, from + readLimit(query));
      return { total: found.length, items: page.map((row) => toKeyedRow(control, row)) };
    },
  },
  'rows.get GET /state/{table}/{key}': {
    summary: 'Returns a row and its file.',
    response: 'KeyedRow',
    run: (control) => {
      const { engine, path } = control;
      const { table, key } = path;
      const row = requireFound(rowsIn(engine.filledWorld(), table).get(key), `There is no row ${key} in ${table}.`);
      const stored = engine.world.blobs.get(`${table}/${key}`);
      const media = stored && {
        path: toMediaPath(`${table}/${key}`),
        bytes: countBytes(stored),
        mediaType: stored.mediaType,
        fileName: stored.fileName,
      };
      return { ...toKeyedRow(control, row, true), media };
    },
  },
  'media.get GET /media/{key}': {
    summary:
      'Returns a file of the state, such as an upload or a thumbnail. Does not count as a request of the service.',
    variables: { key: 'Its key, as in the paths in `images`.' },
    sends: file,
    run: async ({ engine, path: { key } }) => {
      const path = `${engine.plan.basePaths[0]}/__media/${key.split('/').map(encodeURIComponent).join('/')}`;
      const url = new URL(path, 'https://emulator.test');
      const response = requireFound(await serveMedia(engine, new Request(url), url), `There is no file ${key}.`);
      response.headers.set('content-security-policy', 'sandbox');
      response.headers.set('x-content-type-options', 'nosniff');
      return response;
    },
  },
  'rows.insert POST /state/{table}': {
    summary: 'Stores a new row. Adds missing members that the service assigns, such as the id.',
    body: 'Row',
    response: 'KeyedRow',
    isUndoable: true,
    run: (control) => putRow(control, control.body, true),
  },
  'rows.replace PUT /state/{table}/{key}': {
    summary: 'Stores a row under its key, new or not. It has to match the schema of its table.',
    parameters: [
      inHeader('If-Match', 'Version of the row to replace; if it has another version, the response is 412.'),
      inHeader('If-None-Match', '`*`: if the row exists already, the response is 412.'),
    ],
    body: 'Row',
    response: 'KeyedRow',
    isUndoable: true,
    run: (control) => {
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
    },
  },
  'rows.delete DELETE /state/{table}/{key}': {
    summary: 'Removes a row and the rows that depend on it.',
    isUndoable: true,
    run: (control) => {
      const { table, key } = control.path;
      return requireFound(findTable(control).remove(key), `There is no row ${key} in ${table}.`);
    },
  },
};

/** Stores a row. With `isNew`, rejects (409) a key that exists already. */
function putRow(control: Control, body: JsonObject, isNew = false): object {
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

/** Rejects (400) a row that does not match the schema of its table. Ignores issues that the stored row has already. */
function checkRow(call: Call, { engine, path: { table } }: Control, row: Row): void {
  const model = findResource(engine.plan, table)?.model;
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
  const [, ...linked] = writeExactly(row).split(`"${prefix}`);
  const keys = new Set([
    ...(blobs.get(file)?.mediaType.startsWith('image/') ? [file] : []),
    ...sizes.map((name) => `thumbnails/${file}/${name}`),
    ...linked.map((text) => text.replace(/".*/s, '').split('/').map(decodePercent).join('/')),
  ]);
  const images = [...keys].slice(0, mostImages).map(toMediaPath);
  return { key, row, version: readVersion(row), images: images.length > 0 ? images : undefined };
}

/** Returns the path of a file in the control plane, where reading it does not count as a request of the service. */
function toMediaPath(key: string): string {
  return `/__mock/media/${encodeURIComponent(key)}`;
}

type AnyTable = TableState<Record<string, unknown>>;

/** Finds the table that a request names. Rejects (404) an unknown name. */
export function findTable({ world: { state }, path: { table } }: Pick<Control, 'world' | 'path'>): AnyTable {
  // The members of the state are tables. The types of their rows are not used here.
  const tables = state as Readonly<Record<string, AnyTable>>;
  const found = Object.hasOwn(state, table) && tables[table];
  return requireFound(found, `There is no table ${table}${didYouMean(table, Object.keys(state))}`);
}
