import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { writeExactly } from '@speccast/runtime/requests';
import type { ResourceRules } from '../../plan/behaviour.js';
import type { CallResponse, Call } from '../../plan/plan.js';
import { valueAt, withoutValue, withValue } from '../../values/json-path.js';
import { type ResponseShape, mapResources, shapeOf } from './response-shape.js';
import type { Freedom, Hostility } from '../../plan/freedoms.js';
import { mapValues, omitOptional } from './omit-optional.js';

/** A number from 0 to below the one given. */
type Next = (below: number) => number;

/** A change of the JSON of a response for one freedom. */
interface Distortion {
  readonly freedom: Freedom;
  readonly apply: (body: Json, shape: ResponseShape, next: Next) => Json;
}

/** All changes of the JSON of a response, in order. */
export const distortions: readonly Distortion[] = [
  {
    freedom: 'omitThumbnails',
    apply: (body, shape, next) => mapResources(body, shape, (one, rules) => fewerThumbnails(one, rules, next)),
  },
  { freedom: 'omitSizes', apply: (body, shape) => mapResources(body, shape, withoutSizes) },
  {
    freedom: 'truncateEmbeds',
    apply: (body, shape, next) => mapResources(body, shape, (one, rules) => fewerEmbeds(one, rules, next)),
  },
  { freedom: 'omitOptional', apply: omitOptional },
  { freedom: 'omitEmpty', apply: withoutEmpty },
  {
    freedom: 'dates',
    apply: (body, { schema }, next) => onTexts(body, schema, (text, one) => redated(text, one, next)),
  },
  {
    freedom: 'unknownValues',
    apply: (body, { schema }, next) => onTexts(body, schema, (text, one) => renamed(text, one, next)),
  },
  { freedom: 'changeTags', apply: (body, { items }, next) => withOtherTag(body, items, next) },
  { freedom: 'extraMembers', apply: (body, { schema }, next) => withExtras(body, schema, next) },
  { freedom: 'shuffleKeys', apply: (body, _shape, next) => shuffled(body, next) },
];

function fewerThumbnails(resource: JsonObject, { thumbnails }: ResourceRules, next: Next): JsonObject {
  const all = thumbnails && valueAt(resource, thumbnails.at);
  if (thumbnails === undefined || !isJsonObject(all)) return resource;
  const names = Object.keys(all);
  const kept = names[next(names.length)];
  const left = names.filter((name) => name === kept || next(2) === 0);
  return withValue(resource, thumbnails.at, Object.fromEntries(left.map((name) => [name, all[name] ?? null])));
}

function withoutSizes(resource: JsonObject, { thumbnails }: ResourceRules): JsonObject {
  const all = thumbnails && valueAt(resource, thumbnails.at);
  if (thumbnails === undefined || !isJsonObject(all)) return resource;
  const entries = Object.entries(all).map(([name, one]): [string, Json] => {
    if (!isJsonObject(one)) return [name, one];
    const { width: _width, height: _height, ...rest } = one;
    return [name, rest];
  });
  return withValue(resource, thumbnails.at, Object.fromEntries(entries));
}

/** Embedded rows are only some of the rows that exist. */
function fewerEmbeds(resource: JsonObject, { embeds = {} }: ResourceRules, next: Next): JsonObject {
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

function withoutEmpty(body: Json, { items }: ResponseShape): Json {
  if (items === undefined || !isJsonObject(body)) return body;
  const list = valueAt(body, items);
  return Array.isArray(list) && list.length === 0 ? withoutValue(body, items) : body;
}

type OnText = (text: string, schema: JsonObject) => string;

function onTexts(body: Json, schema: JsonObject | undefined, change: OnText): Json {
  if (schema === undefined) return body;
  return mapValues(body, schema, (value, position) =>
    typeof value === 'string' ? change(value, position.schema) : value,
  );
}

function redated(text: string, { format }: JsonObject, next: Next): string {
  return format === 'date-time' ? otherTime(text, next(5)) : text;
}

function renamed(text: string, { enum: values }: JsonObject, next: Next): string {
  return Array.isArray(values) && values.length > 1 && next(4) === 0 ? `${text}Plus` : text;
}

/** Lists only: clients send the tag of a resource back when they write it. */
function withOtherTag(body: Json, items: string | undefined, next: Next): Json {
  if (items === undefined || !isJsonObject(body) || typeof body['etag'] !== 'string') return body;
  return { ...body, etag: `${body['etag']}${next(1000)}` };
}

function withExtras(body: Json, schema: JsonObject | undefined, next: Next): Json {
  if (schema === undefined) return isJsonObject(body) ? { ...body, futureMember: true } : body;
  return mapValues(body, schema, (value, position) => {
    const { additionalProperties = true, unevaluatedProperties = true, properties } = position.schema;
    const isOpen = additionalProperties === true && unevaluatedProperties === true && properties !== undefined;
    if (!isJsonObject(value) || !isOpen || next(3) !== 0) return value;
    return { ...value, futureMember: [{ of: 'another version' }, null][next(2)] ?? null };
  });
}

function shuffled(value: Json, next: Next): Json {
  if (Array.isArray(value)) return value.map((one: Json) => shuffled(one, next));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, one]): [string, Json] => [name, shuffled(one, next)]);
  for (let last = entries.length - 1; last > 0; last -= 1) {
    const other = next(last + 1);
    // Both are indices of the list.
    [entries[last], entries[other]] = [entries[other] as [string, Json], entries[last] as [string, Json]];
  }
  return Object.fromEntries(entries);
}

const written = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(?:Z|[+-]\d\d:\d\d)$/;

/** Writes a time in one of five other ways of RFC 3339. Other strings are not changed. */
export function otherTime(text: string, way: number): string {
  const [, seconds, fraction = ''] = written.exec(text) ?? [];
  const at = Date.parse(text);
  if (seconds === undefined || Number.isNaN(at) || fraction.length > 3) return text;
  const utc = new Date(at).toISOString();
  const whole = utc.slice(0, 19);
  if (way === 0) return at % 1000 === 0 ? `${whole}Z` : utc;
  if (way === 1) return `${utc.slice(0, 23)}000Z`;
  if (way === 2) return `${utc.slice(0, 23)}+00:00`;
  const shift = way === 3 ? 330 : -480;
  const local = new Date(at + shift * 60_000).toISOString().slice(0, 23);
  return `${local}${way === 3 ? '+05:30' : '-08:00'}`;
}

/** Takes freedoms with a response. It still matches the spec. */
export function distortResponse(call: Call, response: CallResponse): CallResponse {
  const { hostility, plan } = call;
  if (hostility === undefined) return response;
  if (response.kind === 'empty') return { ...response, ...otherStatus(call, hostility, response.status) };
  if (response.kind !== 'json') return response;
  const shape = shapeOf(call, response);
  let { body } = response;
  for (const { freedom, apply } of distortions) {
    if (!hostility.may(freedom)) continue;
    const changed = apply(body, shape, (outOf) => hostility.number(freedom, outOf));
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
  return (
    freedom !== 'extraMembers' && checkLeniently !== undefined && checkLeniently(validator, body).issues.length === 0
  );
}

function otherStatus({ plan }: Call, hostility: Hostility, usual: number | undefined): { readonly status?: number } {
  const declared = (plan.operation.responses ?? []).filter(
    ({ status, contents = [] }) => /^2\d\d$/.test(status) && contents.length === 0,
  );
  const other = declared[hostility.number('otherStatus', declared.length)];
  if (usual !== undefined || other === undefined || declared.length < 2 || !hostility.may('otherStatus')) return {};
  hostility.use('otherStatus');
  return { status: Number(other.status) };
}
