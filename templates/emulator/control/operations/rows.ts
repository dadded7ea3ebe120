import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { decodePercent } from '@speccast/runtime/parameters';
import { HttpError, writeExactly } from '@speccast/runtime/requests';
import type { Engine } from '../../world/engine.js';
import type { Call } from '../../plan/plan.js';
import { serveMedia } from '../../world/serve-media.js';
import { addRow } from '../../act/rows/change-rows.js';
import { presentAllParts } from '../../act/rows/present.js';
import { hashTag } from '../../values/ids.js';
import { countBytes } from '../../store/media.js';
import type { Row } from '../../store/table.js';
import { valueAt, withValue } from '../../values/json-path.js';
import type { Control, ControlledEmulator } from '../controlled-emulator.js';
import { findIssues, InvalidRow, type TableRow } from '../../act/rows/check-rows.js';
import { numberIn, wrongBody } from '../control-request.js';
import { compareCells, textOf } from './compare-cells.js';
import { noOperation } from './no-operation.js';
import { modelOf, notFound, tableOf } from './tables.js';

const usualLimit = 100;

/** Some rows of a table: searched, sorted and paged. */
export function listRows({ world, engine, path: { table = '' }, query }: Control): JsonObject {
  tableOf(world, table);
  const wanted = query.get('q')?.toLowerCase() ?? '';
  const all = [...(engine.filledWorld().tables.get(table)?.values() ?? [])];
  const found = wanted === '' ? all : all.filter((row) => textOf(row).includes(wanted));
  const sort = query.get('sort') ?? '';
  if (sort !== '') {
    const sign = query.get('order') === 'desc' ? -1 : 1;
    found.sort((one, other) => compareCells(valueAt(one, sort), valueAt(other, sort), sign));
  }
  const from = numberIn(query, 'from') ?? 0;
  const shown = found.slice(from, from + (numberIn(query, 'limit') ?? usualLimit));
  return { total: found.length, items: shown.map((row) => keyed(engine, world, { table, row })) };
}

/** One row with its files. Rejects (404) an unknown key. */
export function getRow({ world, engine, path: { table = '', key = '' } }: Control): JsonObject {
  tableOf(world, table);
  const row = rowAt(engine, table, key);
  if (row === undefined) throw notFound(`There is no row ${key} in ${table}.`);
  const images = imagesOf(engine, world, { table, row, isWhole: true });
  const media = engine.world.blobs.get(`${table}/${key}`);
  return {
    ...keyed(engine, world, { table, row }),
    ...(images.length === 0 ? {} : { images: [...images] }),
    ...(media && {
      media: {
        path: mediaPath(`${table}/${key}`),
        bytes: countBytes(media),
        mediaType: media.mediaType,
        ...(media.fileName === undefined ? {} : { fileName: media.fileName }),
      },
    }),
  };
}

/** Stores a new row. Rejects (409) a key that there is already. */
export function insertRow({ world, engine, path: { table = '' }, body }: Control): JsonObject {
  tableOf(world, table);
  return put({ world, engine, table }, body, (call, row) => {
    const key = engine.shared.keyOf(table, row);
    if (call.tables.get(table, key) !== undefined)
      throw new HttpError(409, 'alreadyExists', `There is a row ${key} in ${table} already.`, { location: 'id' });
  });
}

/** Stores a row under a key, new or not. Rejects (412) what the conditions of the request exclude. */
export function putRow({ world, engine, path: { table = '', key = '' }, body, headers }: Control): JsonObject {
  tableOf(world, table);
  const old = rowAt(engine, table, key);
  checkConditions(headers, key, old);
  const { key: path = 'id', scope = [], id } = engine.shared.rules(table);
  const isKeyless = scope.length === 0 && valueAt(body, path) === undefined;
  const whole = isKeyless ? withValue(body, path, id?.alphabet === 'integer' ? Number(key) : key) : body;
  if (engine.shared.keyOf(table, whole) !== key) throw wrongBody(`its key has to stay ${key}`, path);
  return put({ world, engine, table }, whole, () => {});
}

function checkConditions(headers: Headers, key: string, old: Row | undefined): void {
  const [match, noneMatch] = [headers.get('if-match'), headers.get('if-none-match')];
  if (noneMatch === '*' && old !== undefined)
    throw new HttpError(412, 'conditionNotMet', `There is a row ${key} already.`, { location: 'If-None-Match' });
  if (match === null) return;
  if (old === undefined)
    throw new HttpError(412, 'conditionNotMet', `The row ${key} was deleted in the meantime.`, {
      location: 'If-Match',
    });
  if (match !== '*' && match.replace(/^"|"$/g, '') !== versionOf(old))
    throw new HttpError(412, 'conditionNotMet', `The row ${key} was changed in the meantime.`, {
      location: 'If-Match',
    });
}

interface Target {
  readonly world: ControlledEmulator;
  readonly engine: Engine;
  readonly table: string;
}

function put({ world, engine, table }: Target, body: JsonObject, check: (call: Call, row: Row) => void): JsonObject {
  const row = engine.run(noOperation(engine, world.baseUrl), (call) =>
    addRow(call, table, body, (stored) => {
      check(call, stored);
      checkRow(call, engine, { table, row: stored });
    }),
  );
  return keyed(engine, world, { table, row });
}

/** Rejects (400) a row that does not match the schema of its table, unless it was wrong there before. */
function checkRow(call: Call, engine: Engine, { table, row }: TableRow): void {
  const model = modelOf(engine, table);
  const old = call.tables.get(table, engine.shared.keyOf(table, row));
  const issuesOf = (one: Row): readonly Issue[] => {
    const issues = findIssues(engine.plan, { table, row: one });
    if (issues.length > 0 || model === undefined) return issues;
    // What the service computes is not stored, so a member that is missing there may be in the response.
    return model.check(presentAllParts(call, table, one)).filter(({ keyword }) => keyword === 'required');
  };
  const idOf = ({ path, keyword, message }: Issue): string => JSON.stringify([path, keyword, message]);
  const found = issuesOf(row);
  if (found.length === 0) return;
  const known = new Set(old === undefined ? [] : issuesOf(old).map(idOf));
  const issues = found.filter((issue) => !known.has(idOf(issue)));
  if (issues.length > 0) throw new InvalidRow(table, issues);
}

type Issue = ConstructorParameters<typeof InvalidRow>[1][number];

function rowAt(engine: Engine, table: string, key: string): Row | undefined {
  return engine.filledWorld().tables.get(table)?.get(key);
}

/** Identifies the content of a row. */
function versionOf(row: Row): string {
  return hashTag(writeExactly(row));
}

function keyed(engine: Engine, world: ControlledEmulator, { table, row }: TableRow): JsonObject {
  const images = imagesOf(engine, world, { table, row });
  return {
    key: engine.shared.keyOf(table, row),
    row,
    version: versionOf(row),
    ...(images.length === 0 ? {} : { images: [...images] }),
  };
}

const mostImages = 8;

interface ImagesOfRow extends TableRow {
  /** Whether the pictures count that the emulator draws where nobody uploaded one. */
  readonly isWhole?: boolean;
}

/** Paths of the images of a row, the smallest first. */
function imagesOf(
  engine: Engine,
  world: ControlledEmulator,
  { table, row, isWhole = false }: ImagesOfRow,
): readonly string[] {
  const key = engine.shared.keyOf(table, row);
  const rules = engine.shared.rules(table);
  const prefix = `${world.baseUrl}/__media/`;
  const { blobs } = engine.world;
  const isImage = blobs.get(`${table}/${key}`)?.mediaType.startsWith('image/') === true;
  const isDrawn = isWhole || blobs.get(`thumbnails/${table}/${key}`) !== undefined;
  const sizes = isDrawn && engine.plan.renderPicture !== undefined ? Object.keys(rules.thumbnails?.sizes ?? {}) : [];
  const linked = stringsIn(row).filter((text) => text.startsWith(prefix));
  const keys = [
    ...(isImage ? [`${table}/${key}`] : []),
    ...sizes.map((name) => `thumbnails/${table}/${key}/${name}`),
    ...linked.map((address) => address.slice(prefix.length).split('/').map(decodePercent).join('/')),
  ];
  return [...new Set(keys)].slice(0, mostImages).map(mediaPath);
}

/** Path of a file in the control plane, where reading it is no request of the service. */
function mediaPath(key: string): string {
  return `/__mock/media/${encodeURIComponent(key)}`;
}

/** Sends a file of the state. Rejects (404) an unknown key. */
export async function getMedia({ world, engine, path: { key = '' } }: Control): Promise<Response> {
  const address = `${world.baseUrl}/__media/${key.split('/').map(encodeURIComponent).join('/')}`;
  const response = await serveMedia(engine, new Request(address), engine.addressOf(new Request(address)));
  if (response === undefined) throw notFound(`There is no file ${key}.`);
  response.headers.set('content-security-policy', 'sandbox');
  response.headers.set('x-content-type-options', 'nosniff');
  return response;
}

function stringsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(stringsIn) : [];
}
