import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import type { Validator } from '../../validators/check/validator.js';
import { resolveSchema } from '../document/resolve-schema.js';
import { mendValue } from './mend-value.js';
import { statusNames, type HttpError } from './http-error.js';
import { writeExactly } from '../values/exact-integers.js';

/** What an error can say of itself. */
export interface ErrorFacts {
  readonly error: HttpError;
  /** Path of the request. */
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** How to correct the request, if that is known. */
  readonly fix?: string | undefined;
}

/** Schemas of one error that are visited. */
const budget = 2000;

const deepest = 4;

/** Alternatives of a schema that are tried. */
const mostAlternatives = 4;

/** The declared body of errors. */
export interface ErrorSchema {
  readonly schema: JsonObject;
  /** What references of the schema begin from. */
  readonly root: JsonObject;
  /** Validates such a body, if it was generated. */
  readonly validator?: Validator<unknown> | undefined;
}

/**
 * The body of an error by its declared schema: members that say what happened by their usual names, and others only where they are
 * required, from a sample. Undefined if no such body is valid.
 */
export function fillError(
  { schema, root, validator }: ErrorSchema,
  facts: ErrorFacts,
  sample: () => Json | undefined,
): Json | undefined {
  for (let alternative = 0; alternative < mostAlternatives; alternative += 1) {
    const filled = fill(schema, { root, facts, alternative, budget: { left: budget } });
    const mended = filled === undefined || validator === undefined ? filled : mend(filled, validator, sample);
    if (mended !== undefined) return mended;
  }
  return undefined;
}

/** A value of the schema that has the message somewhere, instead of a title if need be. */
function fill(schema: JsonObject, context: Context): Json | undefined {
  const whole = { name: '', required: true, depth: 0 };
  const filled = valueOf(schema, context, whole);
  const isTold = writeExactly(filled ?? null).includes(JSON.stringify(messageOf(context.facts.error)));
  return isTold ? filled : valueOf(schema, { ...context, isTitled: false }, whole);
}

const mostRounds = 8;

/** A valid value, completed from a sample. */
function mend(value: Json, declared: Validator<unknown>, sample: () => Json | undefined): Json | undefined {
  let mended = value;
  for (let round = 0; round < mostRounds && !declared.is(mended); round += 1) {
    const good = sample();
    if (good === undefined) return undefined;
    const before: string = writeExactly(mended);
    for (const issue of declared.check(mended)) mended = mendValue(mended, issue, good);
    if (writeExactly(mended) === before) return undefined;
  }
  return declared.is(mended) ? mended : undefined;
}

interface Context {
  readonly root: JsonObject;
  readonly facts: ErrorFacts;
  /** Which alternative of `oneOf` and `anyOf` is taken. */
  readonly alternative: number;
  readonly budget: { left: number };
  /** Titles say what the status means; else they have the message. */
  readonly isTitled?: boolean;
}

interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly depth: number;
}

function valueOf(schema: Json, context: Context, member: Member): Json | undefined {
  if (!isJsonObject(schema) || member.depth > deepest) return undefined;
  const flat = flattened(schema, context);
  const { type, enum: values, const: constant } = flat;
  if (constant !== undefined) return member.required ? constant : undefined;
  const types = [type].flat();
  if (types.includes('object') || isJsonObject(flat['properties'])) return objectOf(flat, context, member);
  if (types.includes('array')) return listOf(flat, context, member);
  const texts = Array.isArray(values) ? values.filter((one) => typeof one === 'string') : [];
  if (texts.length > 0) return chosen(texts, context.facts.error, member);
  const kind = types.find((one) => one !== 'null') ?? 'string';
  const found = scalarOf(kind, String(flat['format'] ?? ''), context, member.name);
  const [example] = [flat['example'], flat['examples']].flat();
  // RFC 9457 writes pointers as fragments of an address.
  return member.name === 'pointer' && String(example ?? '').startsWith('#') && String(found).startsWith('/')
    ? `#${String(found)}`
    : found;
}

function flattened(schema: JsonObject, { root, budget: left, alternative }: Context): JsonObject {
  const resolved = resolveSchema(schema, { root, budget: left });
  const alternatives = [resolved['oneOf'], resolved['anyOf']].flatMap((list) => (Array.isArray(list) ? [list] : []));
  return alternatives.reduce<JsonObject>((merged, list) => {
    const one = list[alternative % list.length];
    if (!isJsonObject(one)) return merged;
    const more = resolveSchema(one, { root, budget: left });
    const properties = { ...objectIn(merged['properties']), ...objectIn(more['properties']) };
    return { ...merged, ...more, ...(Object.keys(properties).length > 0 && { properties }) };
  }, resolved);
}

function objectIn(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function objectOf(schema: JsonObject, context: Context, { name, required, depth }: Member): Json | undefined {
  const needed = new Set([schema['required']].flat());
  const properties = Object.entries(objectIn(schema['properties']));
  const entries = properties.flatMap(([member, one]): [string, Json][] => {
    const value = valueOf(one, context, { name: member, required: needed.has(member), depth: depth + 1 });
    return value === undefined ? [] : [[member, value]];
  });
  if (entries.length > 0) return withStatusName(withOneSource(Object.fromEntries(entries)), context.facts.error);
  const { location } = context.facts.error.details;
  const further = schema['additionalProperties'];
  if (
    properties.length === 0 &&
    location !== undefined &&
    /^(?:errors|fields|details|invalid)/i.test(name) &&
    isJsonObject(further)
  ) {
    const value = valueOf(further, context, { name: 'message', required: true, depth: depth + 1 });
    if (value !== undefined) return { [location]: value };
  }
  const isSilent = properties.length === 0 && further !== false && /^(?:errors?|details?)$/i.test(name);
  if (isSilent) return { message: messageOf(context.facts.error) };
  return required ? {} : undefined;
}

/** Beside a number, Google's services name the status. */
function withStatusName(body: JsonObject, { status }: HttpError): JsonObject {
  const isNamed = body['code'] === status && body['status'] === String(status);
  return isNamed ? { ...body, status: statusNames[status] ?? 'UNKNOWN' } : body;
}

/** What is wrong is in the body, or in a parameter. */
function withOneSource({ pointer, parameter, ...others }: JsonObject): JsonObject {
  if (pointer === undefined || parameter === undefined)
    return { ...others, ...(pointer !== undefined && { pointer }), ...(parameter !== undefined && { parameter }) };
  return String(pointer).startsWith('#') ? { ...others, parameter } : { ...others, pointer };
}

/** A list of the location (`loc`), of messages, or of errors. */
function listOf(schema: JsonObject, context: Context, { name, required, depth }: Member): Json | undefined {
  const { location, locationType } = context.facts.error.details;
  if (/^loc(?:ation)?$|^path$/i.test(name))
    return location === undefined ? [] : [locationType === 'body' ? 'body' : 'query', ...location.split('.')];
  if (
    !/^(?:errors?|details?|messages?|issues|violations|causes?|invalid.*|validation.*|fields?|failures?)$/i.test(
      name,
    ) &&
    name !== '' &&
    name !== 'message'
  )
    return required && schema['minItems'] === undefined ? [] : undefined;
  const item = valueOf(schema['items'] ?? {}, context, {
    name: isTexts(schema) ? 'message' : '',
    required: true,
    depth: depth + 1,
  });
  return item === undefined ? (required ? [] : undefined) : [item];
}

function isTexts({ items }: JsonObject): boolean {
  return isJsonObject(items) && items['type'] === 'string';
}

/** The value of an enum that says what happened: by the reason, else by what usual names of errors begin with. */
function chosen(values: readonly Json[], error: HttpError, { required, name }: Member): Json | undefined {
  const texts = values.map(String);
  const { reason, status } = error;
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z\d]/g, '');
  const wanted = [reason, ...(names.get(status) ?? [])].map(plain);
  const found = wanted.flatMap((one) => texts.find((text) => plain(text) === one) ?? [])[0];
  const similar = found ?? wanted.flatMap((one) => texts.find((text) => plain(text).includes(one)) ?? [])[0];
  return similar ?? (required || /^(?:type|code|error|status)$/i.test(name) ? texts[0] : undefined);
}

/** What errors of a status are called, the most telling first. */
const names: ReadonlyMap<number, readonly string[]> = new Map([
  [400, ['invalid_argument', 'invalid_request', 'validation', 'bad_request', 'invalid']],
  [401, ['unauthenticated', 'unauthorized', 'authentication', 'auth']],
  [403, ['permission_denied', 'forbidden', 'access_denied', 'permission']],
  [404, ['not_found', 'resource_missing', 'missing', 'invalid_request']],
  [405, ['method_not_allowed', 'invalid_request']],
  [409, ['already_exists', 'conflict', 'duplicate', 'invalid_request']],
  [412, ['failed_precondition', 'precondition', 'invalid_request']],
  [413, ['too_large', 'invalid_request']],
  [415, ['unsupported_media_type', 'invalid_request']],
  [422, ['unprocessable', 'validation', 'invalid_argument', 'invalid_request', 'invalid']],
  [429, ['rate_limit', 'too_many_requests', 'resource_exhausted', 'throttl']],
  [500, ['internal', 'server', 'api_error']],
]);

/** Titles of statuses, for people. */
const titles: ReadonlyMap<number, string> = new Map([
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [405, 'Method Not Allowed'],
  [406, 'Not Acceptable'],
  [409, 'Conflict'],
  [410, 'Gone'],
  [412, 'Precondition Failed'],
  [413, 'Content Too Large'],
  [415, 'Unsupported Media Type'],
  [417, 'Expectation Failed'],
  [422, 'Unprocessable Content'],
  [429, 'Too Many Requests'],
  [500, 'Internal Server Error'],
  [501, 'Not Implemented'],
  [503, 'Service Unavailable'],
]);

/** The message with what it is about: `The parameter limit must be an integer.`. */
export function messageOf({ message, details: { location, locationType } }: HttpError): string {
  if (location === undefined || location === '' || message.includes(location)) return message;
  const subject = locationType === 'parameter' ? `The parameter ${location}` : location;
  return /^(?:is|has|must|should|does|cannot|needs) /.test(message)
    ? `${subject} ${message}`
    : `${subject}: ${message}`;
}

/** The value of a member by its usual name; undefined if its name says nothing. */
function scalarOf(type: Json, format: string, { facts, isTitled }: Context, name: string): Json | undefined {
  const { error, path, now } = facts;
  const { status, reason, details } = error;
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  if (type === 'integer' || type === 'number')
    return /^(?:code|status|statuscode|httpstatus|httpcode|errorcode|httpstatuscode|responsecode)$/.test(plain)
      ? status
      : undefined;
  if (type === 'boolean')
    return /^(?:ok|success|successful)$/.test(plain) ? false : plain === 'error' ? true : undefined;
  if (type !== 'string') return undefined;
  if (format === 'date-time' || /^(?:timestamp|time|date)$/.test(plain)) return new Date(now).toISOString();
  if (
    /^(?:message|detail|details|description|errordescription|errormessage|msg|text|reasonphrase|developermessage|usermessage|errormsg)$/.test(
      plain,
    ) ||
    name === ''
  )
    return messageOf(error);
  if (/^(?:title|summary|statustext|error|errortitle|label)$/.test(plain))
    return isTitled === false ? messageOf(error) : (titles.get(status) ?? reason);
  if (/^(?:code|reason|errorcode|errortype|name|key|id|slug)$/.test(plain))
    return plain === 'name' || plain === 'id' || plain === 'key' || plain === 'slug' ? undefined : reason;
  if (/^(?:status|statuscode|httpstatus|httpcode|httpstatuscode)$/.test(plain)) return String(status);
  if (plain === 'type') return format.startsWith('uri') || format === '' ? 'about:blank' : undefined;
  if (plain === 'instance') return path;
  if (plain === 'domain') return 'global';
  if (/^(?:hint|fix|suggestion|help|resolution|remedy)$/.test(plain)) return facts.fix;
  return placeOf(details, plain);
}

/** Where the cause of an error is: a JSON Pointer into the body, or the name of a parameter or header. */
function placeOf({ location, locationType }: HttpError['details'], name: string): Json | undefined {
  if (location === undefined || location === '') return undefined;
  const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');
  if (name === 'pointer' || name === 'jsonpointer')
    return locationType === 'body'
      ? `/${location.split('.').map(escaped).join('/')}`
      : name === 'pointer'
        ? `#/${escaped(location)}`
        : undefined;
  if (name === 'parameter') return locationType === 'body' ? undefined : location;
  if (name === 'param') return location;
  if (name === 'header') return locationType === 'header' ? location : undefined;
  if (
    /^(?:field|fieldname|property|propertyname|propertypath|attribute|target|location|loc|path|argument|source|input)$/.test(
      name,
    )
  )
    return location;
  if (name === 'locationtype' || name === 'in') return locationType === 'parameter' ? 'query' : locationType;
  return undefined;
}
