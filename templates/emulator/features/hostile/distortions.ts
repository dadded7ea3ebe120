import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { writeExactly } from '@speccast/runtime/requests';
import type { ResourceRules } from '../../plan/behaviour.js';
import type { Freedom } from '../../plan/freedoms.js';
import type { Call, CallResponse } from '../../plan/plan.js';
import { valueAt, withoutValue, withValue } from '../../values/json-path.js';
import { mapValues, omitOptional } from './omit-optional.js';
import { mapResources, readShape, type ResponseShape } from './response-shape.js';

/** Returns a number from 0 to `below` - 1. */
type Next = (below: number) => number;

type Distortion = (body: Json, shape: ResponseShape, next: Next) => Json;

/** Changes of the JSON of a response by freedom, in the order in which they are applied. */
const distortions: readonly (readonly [Freedom, Distortion])[] = [
  ['omitThumbnails', changeThumbnails(keepSome)],
  ['omitSizes', changeThumbnails(omitSizes)],
  [
    'truncateEmbeds',
    (body, shape, next) => mapResources(body, shape, (one, rules) => truncateEmbeds(one, rules, next)),
  ],
  ['omitOptional', omitOptional],
  [
    'omitEmpty',
    (body, { items }) => {
      if (items === undefined || !isJsonObject(body)) return body;
      const list = valueAt(body, items);
      return Array.isArray(list) && list.length === 0 ? withoutValue(body, items) : body;
    },
  ],
  ['dates', changeTexts((text, { format }, next) => (format === 'date-time' ? otherTime(text, next(5)) : text))],
  [
    'unknownValues',
    changeTexts((text, { enum: values }, next) =>
      Array.isArray(values) && values.length > 1 && next(4) === 0 ? `${text}Plus` : text,
    ),
  ],
  [
    'changeTags',
    (body, { items }, next) => {
      // Lists only: clients send the tag of a resource back when they write it.
      if (items === undefined || !isJsonObject(body) || typeof body['etag'] !== 'string') return body;
      return { ...body, etag: `${body['etag']}${next(1000)}` };
    },
  ],
  ['extraMembers', addMembers],
  ['shuffleKeys', (body, _shape, next) => shuffleKeys(body, next)],
];

function changeThumbnails(change: (thumbnails: JsonObject, next: Next) => JsonObject): Distortion {
  return (body, shape, next) =>
    mapResources(body, shape, (resource, { thumbnails }) => {
      const all = thumbnails && valueAt(resource, thumbnails.at);
      return thumbnails && isJsonObject(all) ? withValue(resource, thumbnails.at, change(all, next)) : resource;
    });
}

function keepSome(thumbnails: JsonObject, next: Next): JsonObject {
  const entries = Object.entries(thumbnails);
  const kept = entries[next(entries.length)];
  return Object.fromEntries(entries.filter((entry) => entry === kept || next(2) === 0));
}

function omitSizes(thumbnails: JsonObject): JsonObject {
  const entries = Object.entries(thumbnails).map(([name, one]): [string, Json] => {
    if (!isJsonObject(one)) return [name, one];
    const { width: _width, height: _height, ...rest } = one;
    return [name, rest];
  });
  return Object.fromEntries(entries);
}

/** Leaves out some of the embedded rows, or all. */
function truncateEmbeds(resource: JsonObject, { embeds = {} }: ResourceRules, next: Next): JsonObject {
  let result = resource;
  for (const [path, { by }] of Object.entries(embeds)) {
    const rows = valueAt(result, path);
    if (by === undefined || !Array.isArray(rows)) continue;
    const [root = path] = path.split('.');
    const left = next(rows.length + 1);
    result = left === 0 ? withoutValue(result, root) : withValue(result, path, rows.slice(0, left));
  }
  return result;
}

function changeTexts(change: (text: string, schema: JsonObject, next: Next) => string): Distortion {
  return (body, { schema }, next) =>
    schema === undefined
      ? body
      : mapValues(body, schema, (value, position) =>
          typeof value === 'string' ? change(value, position.schema, next) : value,
        );
}

/** Adds members to the body if its schema is unknown, else to some of the objects that may have further members. */
function addMembers(body: Json, { schema }: ResponseShape, next: Next): Json {
  if (schema === undefined) return isJsonObject(body) ? { ...body, futureMember: true } : body;
  return mapValues(body, schema, (value, position) => {
    const { additionalProperties = true, unevaluatedProperties = true, properties } = position.schema;
    const isOpen = additionalProperties === true && unevaluatedProperties === true && properties !== undefined;
    if (!isJsonObject(value) || !isOpen || next(3) !== 0) return value;
    return { ...value, futureMember: next(2) === 0 ? { of: 'another version' } : null };
  });
}

function shuffleKeys(value: Json, next: Next): Json {
  if (Array.isArray(value)) return value.map((one: Json) => shuffleKeys(one, next));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, one]): [string, Json] => [name, shuffleKeys(one, next)]);
  for (let last = entries.length - 1; last > 0; last -= 1) {
    const other = next(last + 1);
    // Both are indices of the list.
    [entries[last], entries[other]] = [entries[other] as [string, Json], entries[last] as [string, Json]];
  }
  return Object.fromEntries(entries);
}

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d+))?(?:Z|[+-]\d\d:\d\d)$/;

/** Writes a time in one of five other ways of RFC 3339: `2026-01-01T00:00:00Z` → `2026-01-01T05:30:00.000+05:30`. */
function otherTime(text: string, way: number): string {
  const [whole, fraction = ''] = dateTime.exec(text) ?? [];
  const at = Date.parse(text);
  if (whole === undefined || Number.isNaN(at) || fraction.length > 3) return text;
  const utc = new Date(at).toISOString();
  if (way === 0) return utc.replace('.000Z', 'Z');
  if (way === 1) return utc.replace('Z', '000Z');
  if (way === 2) return utc.replace('Z', '+00:00');
  const [minutes, offset] = way === 3 ? [330, '+05:30'] : [-480, '-08:00'];
  return new Date(at + minutes * 60_000).toISOString().replace('Z', offset);
}

/** Takes freedoms with a response. It still matches the spec. */
export function distortResponse(call: Call, response: CallResponse): CallResponse {
  const { hostility, plan } = call;
  if (hostility === undefined) return response;
  if (response.kind === 'empty') {
    const declared = (plan.operation.responses ?? []).filter(
      ({ status, contents = [] }) => /^2\d\d$/.test(status) && contents.length === 0,
    );
    const other = declared[hostility.number('otherStatus', declared.length)];
    if (response.status !== undefined || other === undefined || declared.length < 2) return response;
    if (!hostility.may('otherStatus')) return response;
    hostility.use('otherStatus');
    return { ...response, status: Number(other.status) };
  }
  if (response.kind !== 'json') return response;
  const shape = readShape(call, response);
  let { body } = response;
  for (const [freedom, distort] of distortions) {
    if (!hostility.may(freedom)) continue;
    const changed = distort(body, shape, (below) => hostility.number(freedom, below));
    if (writeExactly(changed) === writeExactly(body) || !isLegal(call, shape, freedom, changed)) continue;
    hostility.use(freedom);
    body = changed;
  }
  return plan.operation.method === 'HEAD' ? response : { ...response, body };
}

/** Clients must accept unknown enum values; everything else matches the strict schema. */
function isLegal(
  { emulator: { checkLeniently } }: Call,
  { validator }: ResponseShape,
  freedom: Freedom,
  body: Json,
): boolean {
  if (validator === undefined || validator.is(body)) return true;
  return freedom !== 'extraMembers' && checkLeniently?.(validator, body).issues.length === 0;
}
