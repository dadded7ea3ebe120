import { isJsonObject, toJsonObject, type Json, type JsonObject } from '../../json.js';
import type { Validator } from '../../validators/check/validator.js';
import { resolveSchema } from '../document/resolve-schema.js';
import { memberAt, mendValue, type Path } from './mend-value.js';
import { statusNames, type HttpError } from './http-error.js';
import { writeExactly } from '../values/exact-integers.js';

/** An error with the facts that its body can state. */
export interface ErrorFacts {
  readonly error: HttpError;
  /** Path of the request. */
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Advice on how to correct the request, if there is any. */
  readonly fix?: string | undefined;
  /** Words that name the operation, such as its path: `/boxes/{id}`. */
  readonly about?: string | undefined;
}

/** Schemas of one error that are visited. */
const mostVisited = 2000;

const deepest = 4;

/** Alternatives of a schema that are tried. */
const mostAlternatives = 4;

/** The declared body of errors. */
export interface ErrorSchema {
  readonly schema: JsonObject;
  /** The document that references of the schema are resolved in. */
  readonly root: JsonObject;
  /** Validates the body, if it was generated. */
  readonly validator?: Validator<unknown> | undefined;
}

/**
 * Builds the body of an error by its declared schema. Members are recognized by their usual names (`message`, `code`, `field`), and others
 * are taken from a sample if they are required. Undefined if no body is valid.
 */
export function fillError(
  { schema, root, validator }: ErrorSchema,
  facts: ErrorFacts,
  sample: () => Json | undefined,
): Json | undefined {
  let known: Json | undefined;
  const once = () => (known ??= sample());
  const message = JSON.stringify(describeError(facts.error));
  for (let alternative = 0; alternative < mostAlternatives; alternative += 1) {
    const context = { ...facts, root, alternative, sample: once, budget: { left: mostVisited } };
    const member = { name: '', required: true, path: [] };
    const values = [0, 1, 2, 3].map((place) => fillValue(schema, { ...context, place }, member));
    const filled = values.find((value) => writeExactly(value ?? null).includes(message)) ?? values[0];
    const mended = filled === undefined || validator === undefined ? filled : mend(filled, validator, once);
    if (mended !== undefined) return mended;
  }
  return undefined;
}

const mostRounds = 8;

/** Completes a value from a sample until it is valid; undefined if it cannot be. */
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

interface Context extends ErrorFacts {
  readonly root: JsonObject;
  /** Index of the alternative of `oneOf` and `anyOf` that is taken. */
  readonly alternative: number;
  readonly budget: { left: number };
  readonly sample: () => Json | undefined;
  /** Texts that hold the message besides those made for it: 1 titles, 2 also reasons, 3 also all of unknown meaning. */
  readonly place: number;
}

interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly path: Path;
}

/** Returns the value of a member; of a required one of unknown meaning, that of the sample. */
function fillValue(schema: Json, context: Context, member: Member): Json | undefined {
  const { required, path } = member;
  const value = isJsonObject(schema) && path.length <= deepest ? fillKnown(schema, context, member) : undefined;
  if (value !== undefined || !required) return value;
  const sampled = context.sample();
  return sampled === undefined ? undefined : memberAt(sampled, path);
}

/** Returns the value of a member whose meaning its name tells; undefined for any other. */
function fillKnown(schema: JsonObject, context: Context, member: Member): Json | undefined {
  const whole = takeAlternative(schema, context);
  const { type, enum: values, const: constant, maxLength, pattern, properties, format = '' } = whole;
  if (constant !== undefined) return member.required ? constant : undefined;
  const types = [type].flat();
  if (types.includes('object') || isJsonObject(properties)) return fillObject(whole, context, member);
  if (types.includes('array')) return fillList(whole, context, member);
  const texts = Array.isArray(values) ? values.filter((one) => typeof one === 'string') : [];
  if (texts.length > 0) return chooseCode(texts, context, member);
  const found = fillScalar([types.find((one) => one !== 'null') ?? 'string', String(format)], context, member);
  if (typeof found !== 'string') return found;
  const [example] = [whole['example'], whole['examples']].flat();
  // RFC 9457 writes pointers as fragments of an address.
  const isFragment = member.name === 'pointer' && String(example ?? '').startsWith('#') && found.startsWith('/');
  const text = `${isFragment ? '#' : ''}${found}`.slice(0, typeof maxLength === 'number' ? maxLength : undefined);
  try {
    return typeof pattern === 'string' && !new RegExp(pattern, 'u').test(text) ? undefined : text;
  } catch {
    // A pattern that is no regular expression forbids nothing.
    return text;
  }
}

/** Merges a schema with one alternative of each of its `oneOf` and `anyOf`. */
function takeAlternative(schema: JsonObject, { root, budget, alternative }: Context): JsonObject {
  let merged = resolveSchema(schema, { root, budget });
  for (const list of [merged['oneOf'], merged['anyOf']]) {
    const one = Array.isArray(list) ? list[alternative % list.length] : undefined;
    if (!isJsonObject(one)) continue;
    const more = resolveSchema(one, { root, budget });
    const properties = { ...toJsonObject(merged['properties']), ...toJsonObject(more['properties']) };
    merged = { ...merged, ...more, ...(Object.keys(properties).length > 0 && { properties }) };
  }
  return merged;
}

function fillObject(schema: JsonObject, context: Context, { name, required, path }: Member): Json | undefined {
  const { status, details } = context.error;
  const needed = new Set([schema['required']].flat());
  const properties = Object.entries(toJsonObject(schema['properties']));
  const members = new Map<string, Json>();
  for (const [key, one] of properties) {
    const value = fillValue(one, context, { name: key, required: needed.has(key), path: [...path, key] });
    if (value !== undefined) members.set(key, value);
  }
  // Beside the number, Google's services name the status.
  if (members.get('code') === status && members.get('status') === String(status))
    members.set('status', statusNames[status] ?? 'UNKNOWN');
  // The fault is in the body or in a parameter.
  if (members.has('pointer') && members.has('parameter'))
    members.delete(String(members.get('pointer')).startsWith('#') ? 'pointer' : 'parameter');
  if (members.size > 0) return Object.fromEntries(members);
  const { location } = details;
  const further = schema['additionalProperties'];
  const isOpen = properties.length === 0;
  if (isOpen && location !== undefined && /^(?:errors|fields|details|invalid)/i.test(name) && isJsonObject(further)) {
    const value = fillValue(further, context, { name: 'message', required: true, path: [...path, location] });
    if (value !== undefined) return { [location]: value };
  }
  if (isOpen && further !== false && /^(?:errors?|details?)?$/i.test(name))
    return { message: describeError(context.error) };
  return required ? {} : undefined;
}

/** Fills a list of the location (`loc`), of messages, or of errors. */
function fillList(schema: JsonObject, context: Context, { name, required, path }: Member): Json | undefined {
  const { location, locationType } = context.error.details;
  if (/^loc(?:ation)?$|^path$/i.test(name))
    return location === undefined ? [] : [locationType === 'body' ? 'body' : 'query', ...location.split('.')];
  const isKnown =
    /^(?:|message|errors?|details?|messages?|issues|violations|causes?|invalid.*|validation.*|fields?|failures?)$/i;
  const empty = required ? [] : undefined;
  if (context.place < 3 && !isKnown.test(name)) return schema['minItems'] === undefined ? empty : undefined;
  const { items = {} } = schema;
  const itemName = isJsonObject(items) && items['type'] === 'string' ? 'message' : '';
  const item = fillValue(items, context, { name: itemName, required: true, path: [...path, 0] });
  return item === undefined ? empty : [item];
}

/**
 * Chooses the value of an enum that names the error: by the reason, else by usual names of its status. Of several, the one that names the
 * operation, else the one with the fewest other words: of `api_key_not_found` and `box_not_found` the second for `/boxes/{id}`.
 */
function chooseCode(
  texts: readonly string[],
  { error, about, path }: ErrorFacts,
  { required, name }: Member,
): Json | undefined {
  const { reason, status, details } = error;
  const own = new Set(listWords(`${about ?? path} ${details.location ?? ''}`));
  const simplify = (text: string) => text.toLowerCase().replace(/[^a-z\d]/g, '');
  const rank = (text: string) => listWords(text).reduce((sum, word) => sum + (own.has(word) ? -100 : 1), 0);
  const similar = [reason, ...(names.get(status) ?? [])].flatMap((usual) =>
    texts.filter((text) => simplify(text).includes(simplify(usual))).toSorted((one, other) => rank(one) - rank(other)),
  )[0];
  return similar ?? (required || /^(?:type|code|error|status)$/i.test(name) ? texts[0] : undefined);
}

/** Lists the words of a text in lower case, in the singular: `/apiKeys/{id}` → `api`, `key`, `id`. */
function listWords(text: string): readonly string[] {
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

/** Names of errors by status: the title, for people, then texts that codes contain, the most specific first. */
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

/** Writes the message with its subject: `The parameter limit must be an integer.`. */
export function describeError({ message, details: { location = '', locationType } }: HttpError): string {
  if (message.includes(location)) return message;
  const subject = locationType === 'parameter' ? `The parameter ${location}` : location;
  return /^(?:is|has|must|should|does|cannot|needs) /.test(message)
    ? `${subject} ${message}`
    : `${subject}: ${message}`;
}

/** Returns the value of a text, number or boolean by its usual name; undefined for other names. */
function fillScalar(
  [type, format]: readonly [type: Json, format: string],
  { error, now, fix, place, path: address }: Context,
  { name, path }: Member,
): Json | undefined {
  const { status, reason, details } = error;
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  if (type === 'integer' || type === 'number')
    return /^(?:http|error|response)?(?:code|status)$|^(?:http)?statuscode$/.test(plain) ? status : undefined;
  if (type === 'boolean')
    return /^(?:ok|success|successful)$/.test(plain) ? false : plain === 'error' ? true : undefined;
  if (type !== 'string') return undefined;
  if (format === 'date-time' || /^(?:timestamp|time|date)$/.test(plain)) return new Date(now).toISOString();
  if (isText.test(plain) || (place > 0 && isTitle.test(plain)) || (place > 1 && plain === 'reason'))
    return describeError(error);
  if (isTitle.test(plain)) return names.get(status)?.[0] ?? reason;
  // The `type` of problem details is an address; that of errors inside of them is not.
  if (plain === 'type' && path.length < 2) return format.startsWith('uri') || format === '' ? 'about:blank' : undefined;
  if (/^(?:code|reason|errorcode|errortype|type)$/.test(plain)) return reason;
  if (/^(?:http)?status(?:code)?$|^httpcode$/.test(plain)) return String(status);
  if (plain === 'instance') return address;
  if (plain === 'domain') return 'global';
  if (/^(?:hint|fix|suggestion|help|resolution|remedy)$/.test(plain)) return fix;
  const isUnknown = format === '' && !/(?:id|key|name|slug|ref)$/.test(plain);
  return locate(details, plain) ?? (place > 2 && isUnknown ? describeError(error) : undefined);
}

/** Names of members that hold the message. */
const isText =
  /^$|^(?:(?:error|developer|user)?message|(?:error)?msg|details?|(?:error)?description|text|reasonphrase)$/;

/** Names of members that hold the meaning of the status. */
const isTitle = /^(?:title|summary|statustext|error|errortitle|label)$/;

/** Returns the place of the cause of an error: a JSON Pointer into the body, or the name of a parameter or header. */
function locate({ location = '', locationType }: HttpError['details'], name: string): Json | undefined {
  if (location === '') return undefined;
  const escape = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1');
  const isInBody = locationType === 'body';
  const isPlace =
    /^(?:param|field(?:name)?|property(?:name|path)?|attribute|target|location|loc|path|argument|source|input)$/;
  switch (name) {
    case 'pointer':
    case 'jsonpointer':
      if (isInBody) return `/${location.split('.').map(escape).join('/')}`;
      return name === 'pointer' ? `#/${escape(location)}` : undefined;
    case 'parameter':
      return isInBody ? undefined : location;
    case 'header':
      return locationType === 'header' ? location : undefined;
    case 'locationtype':
    case 'in':
      return locationType === 'parameter' ? 'query' : locationType;
    default:
      return isPlace.test(name) ? location : undefined;
  }
}
