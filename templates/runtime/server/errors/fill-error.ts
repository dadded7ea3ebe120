import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import type { Validator } from '../../validators/check/validator.js';
import { resolveSchema } from '../document/resolve-schema.js';
import { memberAt, mendValue, type Path } from './mend-value.js';
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
  /** Words that name the operation, such as its path: `/boxes/{id}`. */
  readonly about?: string | undefined;
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
  let known: Json | undefined;
  const once = (): Json | undefined => (known ??= sample());
  for (let alternative = 0; alternative < mostAlternatives; alternative += 1) {
    const filled = fill(schema, { root, facts, alternative, sample: once, budget: { left: budget } });
    const mended = filled === undefined || validator === undefined ? filled : mend(filled, validator, once);
    if (mended !== undefined) return mended;
  }
  return undefined;
}

/** A value of the schema that has the message somewhere: instead of a title, a reason or any other text if need be. */
function fill(schema: JsonObject, context: Omit<Context, 'place'>): Json | undefined {
  const whole = { name: '', required: true, path: [] };
  const message = JSON.stringify(messageOf(context.facts.error));
  const values = [0, 1, 2, 3].map((place) => valueOf(schema, { ...context, place }, whole));
  return values.find((value) => writeExactly(value ?? null).includes(message)) ?? values[0];
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
  readonly sample: () => Json | undefined;
  /** Texts that have the message besides those made for it: 1 titles, 2 reasons, 3 all of which nothing is known. */
  readonly place: number;
}

interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly path: Path;
}

/** The value of a member; of a required one of which nothing is known, that of the sample. */
function valueOf(schema: Json, context: Context, member: Member): Json | undefined {
  const value = toldValue(schema, context, member);
  if (value !== undefined || !member.required) return value;
  const sampled = context.sample();
  return sampled === undefined ? undefined : memberAt(sampled, member.path);
}

function toldValue(schema: Json, context: Context, member: Member): Json | undefined {
  if (!isJsonObject(schema) || member.path.length > deepest) return undefined;
  const flat = flattened(schema, context);
  const { type, enum: values, const: constant, maxLength, pattern } = flat;
  if (constant !== undefined) return member.required ? constant : undefined;
  const types = [type].flat();
  if (types.includes('object') || isJsonObject(flat['properties'])) return objectOf(flat, context, member);
  if (types.includes('array')) return listOf(flat, context, member);
  const texts = Array.isArray(values) ? values.filter((one) => typeof one === 'string') : [];
  if (texts.length > 0) return chosen(texts, context.facts, member);
  const kind = types.find((one) => one !== 'null') ?? 'string';
  const found = scalarOf(kind, String(flat['format'] ?? ''), context, member);
  if (typeof found !== 'string') return found;
  const [example] = [flat['example'], flat['examples']].flat();
  // RFC 9457 writes pointers as fragments of an address.
  const isFragment = member.name === 'pointer' && String(example ?? '').startsWith('#') && found.startsWith('/');
  const text = `${isFragment ? '#' : ''}${found}`.slice(0, typeof maxLength === 'number' ? maxLength : undefined);
  return typeof pattern === 'string' && !isMatch(pattern, text) ? undefined : text;
}

function isMatch(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
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

function objectOf(schema: JsonObject, context: Context, { name, required, path }: Member): Json | undefined {
  const needed = new Set([schema['required']].flat());
  const properties = Object.entries(objectIn(schema['properties']));
  const entries = properties.flatMap(([member, one]): [string, Json][] => {
    const value = valueOf(one, context, { name: member, required: needed.has(member), path: [...path, member] });
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
    const value = valueOf(further, context, { name: 'message', required: true, path: [...path, location] });
    if (value !== undefined) return { [location]: value };
  }
  const isSilent = properties.length === 0 && further !== false && /^(?:errors?|details?)?$/i.test(name);
  if (isSilent) return { message: messageOf(context.facts.error) };
  return required ? {} : undefined;
}

/** Beside a number, Google's services name the status. */
function withStatusName(body: JsonObject, { status }: HttpError): JsonObject {
  const isNamed = body['code'] === status && body['status'] === String(status);
  return isNamed ? { ...body, status: statusNames[status] ?? 'UNKNOWN' } : body;
}

/** What is wrong is in the body, or in a parameter. */
function withOneSource(body: JsonObject): JsonObject {
  const { pointer, parameter, ...others } = body;
  if (pointer === undefined || parameter === undefined) return body;
  return String(pointer).startsWith('#') ? { ...others, parameter } : { ...others, pointer };
}

/** A list of the location (`loc`), of messages, or of errors. */
function listOf(schema: JsonObject, context: Context, { name, required, path }: Member): Json | undefined {
  const { location, locationType } = context.facts.error.details;
  if (/^loc(?:ation)?$|^path$/i.test(name))
    return location === undefined ? [] : [locationType === 'body' ? 'body' : 'query', ...location.split('.')];
  const isTold =
    /^(?:|message|errors?|details?|messages?|issues|violations|causes?|invalid.*|validation.*|fields?|failures?)$/i;
  if (context.place < 3 && !isTold.test(name)) return required && schema['minItems'] === undefined ? [] : undefined;
  const item = valueOf(schema['items'] ?? {}, context, {
    name: isTexts(schema) ? 'message' : '',
    required: true,
    path: [...path, 0],
  });
  return item === undefined ? (required ? [] : undefined) : [item];
}

function isTexts({ items }: JsonObject): boolean {
  return isJsonObject(items) && items['type'] === 'string';
}

/**
 * The value of an enum that says what happened: by the reason, else by what usual names of errors begin with. Of several, the one that
 * names the operation, else the one with the fewest other words: of `api_key_not_found` and `box_not_found` the second for `/boxes/{id}`.
 */
function chosen(
  texts: readonly string[],
  { error, about, path }: ErrorFacts,
  { required, name }: Member,
): Json | undefined {
  const { reason, status, details } = error;
  const own = new Set(wordsOf(`${about ?? path} ${details.location ?? ''}`));
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z\d]/g, '');
  const rank = (text: string): number => wordsOf(text).reduce((sum, word) => sum + (own.has(word) ? -100 : 1), 0);
  const similar = [reason, ...(names.get(status) ?? [])].flatMap((wanted) =>
    texts.filter((text) => plain(text).includes(plain(wanted))).toSorted((one, other) => rank(one) - rank(other)),
  )[0];
  return similar ?? (required || /^(?:type|code|error|status)$/i.test(name) ? texts[0] : undefined);
}

/** Words in lower case, in the singular: `/apiKeys/{id}` → `api`, `key`, `id`. */
function wordsOf(text: string): readonly string[] {
  const words = text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
  return words.map((word) =>
    word
      .replace(/ies$/, 'y')
      .replace(/(x|ss|sh|ch)es$/, '$1')
      .replace(/([^s])s$/, '$1'),
  );
}

/** What errors of a status are called: the title, for people, then what their codes contain, the most telling first. */
const names: ReadonlyMap<number, readonly [title: string, ...codes: string[]]> = new Map([
  [400, ['Bad Request', 'invalid_argument', 'invalid_request', 'validation', 'invalid']],
  [401, ['Unauthorized', 'unauthenticated', 'authentication', 'auth']],
  [403, ['Forbidden', 'permission_denied', 'access_denied', 'permission']],
  [404, ['Not Found', 'resource_missing', 'missing', 'no_such', 'invalid_request']],
  [405, ['Method Not Allowed', 'invalid_request']],
  [406, ['Not Acceptable']],
  [409, ['Conflict', 'already_exists', 'duplicate', 'invalid_request']],
  [410, ['Gone']],
  [412, ['Precondition Failed', 'precondition', 'invalid_request']],
  [413, ['Content Too Large', 'too_large', 'invalid_request']],
  [415, ['Unsupported Media Type', 'invalid_request']],
  [417, ['Expectation Failed']],
  [422, ['Unprocessable Content', 'unprocessable', 'validation', 'invalid_argument', 'invalid_request', 'invalid']],
  [429, ['Too Many Requests', 'rate_limit', 'resource_exhausted', 'throttl']],
  [500, ['Internal Server Error', 'internal', 'server', 'api_error']],
  [501, ['Not Implemented']],
  [503, ['Service Unavailable', 'unavailable']],
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
function scalarOf(type: Json, format: string, { facts, place }: Context, { name, path }: Member): Json | undefined {
  const { error, now, fix } = facts;
  const { status, reason, details } = error;
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  if (type === 'integer' || type === 'number')
    return /^(?:http|error|response)?(?:code|status)$|^(?:http)?statuscode$/.test(plain) ? status : undefined;
  if (type === 'boolean')
    return /^(?:ok|success|successful)$/.test(plain) ? false : plain === 'error' ? true : undefined;
  if (type !== 'string') return undefined;
  if (format === 'date-time' || /^(?:timestamp|time|date)$/.test(plain)) return new Date(now).toISOString();
  if (isText.test(plain) || (place > 0 && isTitle.test(plain)) || (place > 1 && plain === 'reason'))
    return messageOf(error);
  if (isTitle.test(plain)) return names.get(status)?.[0] ?? reason;
  // The `type` of problem details is an address; that of errors inside of them is not.
  if (plain === 'type' && path.length < 2) return format.startsWith('uri') || format === '' ? 'about:blank' : undefined;
  if (/^(?:code|reason|errorcode|errortype|type)$/.test(plain)) return reason;
  if (/^(?:http)?status(?:code)?$|^httpcode$/.test(plain)) return String(status);
  if (plain === 'instance') return facts.path;
  if (plain === 'domain') return 'global';
  if (/^(?:hint|fix|suggestion|help|resolution|remedy)$/.test(plain)) return fix;
  const isUnknown = format === '' && !/(?:id|key|name|slug|ref)$/.test(plain);
  return placeOf(details, plain) ?? (place > 2 && isUnknown ? messageOf(error) : undefined);
}

/** Names of members that are made for the message, and of those for what the status means. */
const isText =
  /^$|^(?:(?:error|developer|user)?message|(?:error)?msg|details?|(?:error)?description|text|reasonphrase)$/;
const isTitle = /^(?:title|summary|statustext|error|errortitle|label)$/;

/** Where the cause of an error is: a JSON Pointer into the body, or the name of a parameter or header. */
function placeOf({ location, locationType }: HttpError['details'], name: string): Json | undefined {
  if (location === undefined || location === '') return undefined;
  const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');
  const isInBody = locationType === 'body';
  if (name === 'pointer' || name === 'jsonpointer') {
    if (isInBody) return `/${location.split('.').map(escaped).join('/')}`;
    return name === 'pointer' ? `#/${escaped(location)}` : undefined;
  }
  if (name === 'parameter') return isInBody ? undefined : location;
  if (name === 'header') return locationType === 'header' ? location : undefined;
  if (name === 'locationtype' || name === 'in') return locationType === 'parameter' ? 'query' : locationType;
  const isPlace =
    /^(?:param|field(?:name)?|property(?:name|path)?|attribute|target|location|loc|path|argument|source|input)$/;
  return isPlace.test(name) ? location : undefined;
}
