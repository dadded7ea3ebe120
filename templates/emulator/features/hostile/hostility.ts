import { numbersFrom } from '../../values/ids.js';
import { type Freedom, type HostileOption, freedoms } from '../../plan/freedoms.js';
import type { Hostility, Received, Call, CallResponse } from '../../plan/plan.js';
import type { Feature } from '../../world/engine.js';
import {
  parseExactly,
  writeExactly,
  readJsonSchema,
  readMember,
  resolveSchema,
  toJsonObject,
} from '@speccast/runtime/requests';
import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { ResourceRules } from '../../plan/behaviour.js';
import { chooseSuccess, responseFor } from '../../plan/operations/declared-response.js';
import { readAction } from '../../plan/rule.js';
import { filterMembers, valueAt, withoutValue, withValue } from '../../values/json-path.js';

/** The feature of the option `hostile`, which varies responses in every way that the spec allows. */
export const hostile: Feature = {
  name: 'hostile',
  open: ({ options: { hostile: option } }) => {
    if (option === undefined) return {};
    /** Number of times that each request (`GET /pets?limit=2`) was sent. */
    const asked = new Map<string, number>();
    return {
      receive: (received) => void (received.hostility = decide(option, asked, received)),
      reset: () => asked.clear(),
    };
  },
};

/** Decides for the next response to a request. Another response to the same request may differ. */
function decide(
  option: HostileOption,
  asked: Map<string, number>,
  { request: { method }, url: { pathname, search }, notes }: Received,
): Hostility {
  const { seed, freedoms: allowed = freedoms } = typeof option === 'number' ? { seed: option } : option;
  const request = `${method} ${pathname}${search}`;
  const time = asked.get(request) ?? 0;
  if (asked.size >= 10_000) asked.clear();
  asked.set(request, time + 1);
  const numbers = new Map<Freedom, () => number>();
  const next = (freedom: Freedom) => {
    const own = numbers.get(freedom) ?? numbersFrom(`${seed} ${freedom} ${time} ${request}`);
    numbers.set(freedom, own);
    return own();
  };
  const hostility: Hostility = {
    may: (freedom, outOf = 2) => allowed.includes(freedom) && next(freedom) % outOf === 0,
    number: (freedom, below) => next(freedom) % Math.max(1, below),
    use: (freedom) => void notes.freedoms.add(freedom),
    distort: distortResponse,
    disguise: (response) => disguise(response, hostility),
  };
  return hostility;
}

/** Changes how a response is written: whitespace in its JSON, chunks, and additional headers. */
async function disguise(response: Response, hostility: Hostility): Promise<Response> {
  const { status, body } = response;
  const headers = new Headers(response.headers);
  if (hostility.may('headers')) {
    hostility.use('headers');
    headers.set('server', 'ESF');
    headers.set('x-future-header', 'of another version, "quoted"; a=1');
    headers.append('vary', 'Origin');
    headers.append('vary', 'X-Origin');
    if (/^application\/json\b/.test(headers.get('content-type') ?? '')) {
      const isPlain = hostility.number('headers', 2) === 0;
      headers.set('content-type', isPlain ? 'application/json' : 'Application/JSON;charset=utf-8');
    }
  }
  if (body === null) return new Response(null, { status, headers });
  const isJson = headers.get('content-type')?.toLowerCase().startsWith('application/json') === true;
  const isSpaced = isJson && hostility.may('whitespace');
  const isChunked = hostility.may('chunked');
  if (!isSpaced && !isChunked) return new Response(body, { status, headers });
  let bytes = new Uint8Array(await response.arrayBuffer());
  if (isSpaced) {
    hostility.use('whitespace');
    const value: unknown = parseExactly(new TextDecoder().decode(bytes), JSON.parse);
    const indent = [undefined, 1, '\t', '  '][hostility.number('whitespace', 4)];
    bytes = new TextEncoder().encode(`\n \t${writeExactly(value, indent)}\r\n\n`);
  }
  if (isChunked) {
    hostility.use('chunked');
    headers.delete('content-length');
    return new Response(splitChunks(bytes, hostility), { status, headers });
  }
  if (headers.has('content-length')) headers.set('content-length', String(bytes.length));
  return new Response(bytes, { status, headers });
}

/** Splits bytes into chunks: of 1 to 64 bytes at first, which split characters; longer ones later. */
function splitChunks(bytes: Uint8Array, hostility: Hostility): ReadableStream<Uint8Array> {
  let at = 0;
  let longest = 64;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      const end = at + 1 + hostility.number('chunked', longest);
      controller.enqueue(bytes.slice(at, end));
      at = end;
      longest *= 2;
    },
  });
}

/** The known facts about the JSON of a response. */
interface ResponseShape {
  /** Its JSON Schema, if loaded. */
  readonly schema: JsonObject | undefined;
  /** Rules of its resources. */
  readonly rules: ResourceRules | undefined;
  /** Member that contains the resources; undefined if the response is one. */
  readonly items: string | undefined;
  /** Callers select parts, which are the first level of each resource. */
  readonly hasParts: boolean;
}

/** Returns a number from 0 to `below` - 1. */
type Next = (below: number) => number;

type Distortion = (body: Json, shape: ResponseShape, next: Next) => Json;

/** Changes of the JSON of a response by freedom, in the order in which they are applied. */
const distortions: readonly (readonly [Freedom, Distortion])[] = [
  [
    'omitThumbnails',
    changeThumbnails((thumbnails, next) => {
      const kept = thumbnails[next(thumbnails.length)];
      return thumbnails.filter((one) => one === kept || next(2) === 0);
    }),
  ],
  [
    'omitSizes',
    changeThumbnails((thumbnails) =>
      thumbnails.map(([name, one]) => [
        name,
        isJsonObject(one) ? withoutValue(withoutValue(one, 'width'), 'height') : one,
      ]),
    ),
  ],
  ['truncateEmbeds', changeResources(truncateEmbeds)],
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

/** Changes each resource of a response. */
function changeResources(change: (resource: JsonObject, rules: ResourceRules, next: Next) => JsonObject): Distortion {
  return (body, { items, rules }, next) => {
    if (!rules) return body;
    const changeOne = (one: Json) => (isJsonObject(one) ? change(one, rules, next) : one);
    if (Array.isArray(body)) return body.map(changeOne);
    if (items === undefined) return changeOne(body);
    const list = valueAt(body, items);
    return isJsonObject(body) && Array.isArray(list) ? withValue(body, items, list.map(changeOne)) : body;
  };
}

type Members = [name: string, value: Json][];

function changeThumbnails(change: (thumbnails: Members, next: Next) => Members): Distortion {
  return changeResources((resource, { thumbnails }, next) => {
    const all = thumbnails && valueAt(resource, thumbnails.at);
    if (!thumbnails || !isJsonObject(all)) return resource;
    return withValue(resource, thumbnails.at, Object.fromEntries(change(Object.entries(all), next)));
  });
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

/**
 * Omits optional members inside the parts of resources, except those that a rule of the table refers to, so that references
 * between resources remain.
 */
function omitOptional(body: Json, { schema, rules, items, hasParts }: ResponseShape, next: Next): Json {
  if (!schema || !rules) return body;
  const { key = 'id', owner, visibility = [], references = [], order, closed, thumbnails, mutable = [] } = rules;
  const { embeds = {} } = rules;
  const referred = [
    'id',
    'kind',
    'etag',
    'url',
    key,
    ...mutable,
    typeof owner === 'object' ? owner.path : owner,
    ...visibility.flatMap(({ path, through }) => [path, through]),
    ...references.map(({ path }) => path),
    order?.position,
    order?.within,
    closed?.path,
    thumbnails?.at,
    ...Object.keys({ ...embeds, ...rules.counts, ...rules.enums }),
  ];
  const kept = new Set(referred.flatMap((path) => path?.split('.') ?? []));
  // Embedded rows and thumbnails have their own freedoms.
  const others = [thumbnails?.at, ...Object.keys(embeds)].map((path) => path?.split('.').at(-1));
  const top = (items === undefined ? 0 : 2) + (hasParts ? 1 : 0);
  return mapValues(body, schema, (value, { path, schema: { required, properties } }) => {
    if (!isJsonObject(value) || path.length < top || path.some((name) => others.includes(String(name)))) return value;
    const isKept = (name: string) =>
      !Object.hasOwn(toJsonObject(properties), name) ||
      (Array.isArray(required) && required.includes(name)) ||
      kept.has(name);
    return filterMembers(value, (name) => isKept(name) || next(8) !== 0);
  });
}

function changeTexts(change: (text: string, schema: JsonObject, next: Next) => string): Distortion {
  return (body, { schema }, next) =>
    schema
      ? mapValues(body, schema, (value, position) =>
          typeof value === 'string' ? change(value, position.schema, next) : value,
        )
      : body;
}

/** Adds members to the body if its schema is unknown, else to some of the objects that may have further members. */
function addMembers(body: Json, { schema }: ResponseShape, next: Next): Json {
  if (!schema) return isJsonObject(body) ? { ...body, futureMember: true } : body;
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
  const entries = Object.entries(value).map(([name, one]) => [name, shuffleKeys(one, next)]);
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

/** The position of a value in a response. */
interface Position {
  readonly schema: JsonObject;
  readonly path: readonly (string | number)[];
}

/** Changes the values of a response from the inside out, each with its schema. Stops at `anyOf` and `oneOf`. */
function mapValues(
  value: Json,
  root: JsonObject,
  change: (value: Json, position: Position) => Json,
  { schema: unresolved, path }: Position = { schema: root, path: [] },
): Json {
  const schema = resolveSchema(unresolved, { root, budget: { left: 1000 } });
  if (path.length > 24 || 'anyOf' in schema || 'oneOf' in schema) return value;
  const { items, properties, additionalProperties } = schema;
  const inner = (one: Json, name: string | number, next: Json | undefined) =>
    isJsonObject(next) ? mapValues(one, root, change, { schema: next, path: [...path, name] }) : one;
  let result: Json = value;
  if (Array.isArray(value)) result = value.map((one: Json, index) => inner(one, index, items));
  else if (isJsonObject(value)) {
    result = Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        inner(one, name, readMember(toJsonObject(properties), name) ?? additionalProperties),
      ]),
    );
  }
  return change(result, { schema, path });
}

/** Takes freedoms with a response. It still matches the spec. */
function distortResponse(call: Call, response: CallResponse): CallResponse {
  const { hostility, plan, emulator } = call;
  if (!hostility) return response;
  if (response.kind === 'empty') {
    const declared = (plan.operation.responses ?? []).filter(
      ({ status, contents = [] }) => /^2\d\d$/.test(status) && contents.length === 0,
    );
    const other = declared[hostility.number('otherStatus', declared.length)];
    if (response.status !== undefined || !other || declared.length < 2) return response;
    if (!hostility.may('otherStatus')) return response;
    hostility.use('otherStatus');
    return { ...response, status: Number(other.status) };
  }
  if (response.kind !== 'json') return response;
  const { perform, list, get, insert, update, items } = readAction(plan.behaviour);
  const table = perform === undefined ? (list ?? get ?? insert ?? update) : undefined;
  const validator = responseFor(plan, response.status ?? chooseSuccess(plan))?.body;
  const shape: ResponseShape = {
    schema: validator && readJsonSchema(validator),
    rules: typeof table === 'string' ? call.rules(table) : undefined,
    items: list !== undefined && typeof items === 'string' ? items : undefined,
    hasParts: (plan.parts?.parameter ?? emulator.settings.parts?.parameter) !== undefined,
  };
  let { body } = response;
  for (const [freedom, distort] of distortions) {
    if (!hostility.may(freedom)) continue;
    const changed = distort(body, shape, (below) => hostility.number(freedom, below));
    if (writeExactly(changed) === writeExactly(body)) continue;
    // Clients must accept unknown enum values; everything else matches the strict schema.
    const isLegal =
      validator === undefined ||
      validator.is(changed) ||
      (freedom !== 'extraMembers' && emulator.checkLeniently?.(validator, changed).issues.length === 0);
    if (!isLegal) continue;
    hostility.use(freedom);
    body = changed;
  }
  return plan.operation.method === 'HEAD' ? response : { ...response, body };
}
