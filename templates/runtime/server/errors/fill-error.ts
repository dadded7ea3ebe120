import { isJsonObject, readMember, toJsonObject, type Json, type JsonObject } from '../../json.js';
import type { Validator } from '../../validators/check/validator.js';
import { writePointer } from '../../validators/document/document-pointer.js';
import { isRegex } from '../../validators/formats/text.js';
import { type Budget, mergeSchemas, resolveSchema } from '../../document/resolve-schema.js';
import { mendValue } from './mend-value.js';
import { statusNames, type HttpError } from './http-error.js';
import { writeExactly } from '../values/exact-integers.js';

/** An error, and the facts for its body. */
export interface ErrorFacts {
  readonly error: HttpError;
  /** Path of the request. */
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The explanation of the error. Its `fix` tells how to correct the request. */
  readonly explanation?: JsonObject | undefined;
}

/** The declared schema of the body of errors. */
export interface ErrorSchema {
  readonly schema: JsonObject;
  /** The document that references of the schema refer to. */
  readonly root: JsonObject;
  /** Validates the body, if it was generated. */
  readonly validator?: Validator<unknown> | undefined;
}

/**
 * Builds the body of an error by its declared schema. Members with usual names (`message`, `code`, `field`) get facts of the error, other
 * required members values of a sample. Returns `undefined` if no body matches the schema.
 */
export function fillError(
  { schema, root, validator }: ErrorSchema,
  facts: ErrorFacts,
  sample: () => Json | undefined,
): Json | undefined {
  let known: Json | undefined;
  const getSample = () => (known ??= sample());
  const message = describeError(facts.error);
  for (let alternative = 0; alternative < 4; alternative += 1) {
    const context = {
      ...facts,
      message,
      root,
      budget: { left: 2000 },
      alternative,
      name: '',
      required: true,
      depth: 0,
      sample: getSample,
    };
    const bodies = [0, 1, 2, 3].map((place) => fillValue(schema, { ...context, place }));
    let body =
      bodies.find((one) => writeExactly(one ?? null).includes(JSON.stringify(message))) ?? bodies[0] ?? getSample();
    for (let round = 0; body !== undefined; round += 1) {
      const issues = validator?.check(body) ?? [];
      if (!issues.length) return body;
      const good = getSample();
      if (good === undefined || round === 8) break;
      for (const issue of issues) body = mendValue(body, issue, good);
    }
  }
  return undefined;
}

/** The state of filling one member of the body. */
interface Context extends ErrorFacts {
  readonly message: string;
  readonly root: JsonObject;
  /** Index of the alternative of `oneOf` and `anyOf`. */
  readonly alternative: number;
  readonly budget: Budget;
  /** Members that may contain the message besides `message` itself: 1 for titles, 2 also reasons, 3 also unknown names. */
  readonly place: number;
  /** Name of the member; empty for the whole body and for items. */
  readonly name: string;
  readonly required: boolean;
  readonly depth: number;
  /** Returns the sample of the member. */
  readonly sample: () => Json | undefined;
}

/** Returns the value of a member by its name and schema; `undefined` for an unknown name. */
function fillValue(schema: Json, context: Context): Json | undefined {
  if (!isJsonObject(schema) || context.depth > 4) return undefined;
  let whole = resolveSchema(schema, context);
  for (const list of [whole['oneOf'], whole['anyOf']]) {
    const one = Array.isArray(list) ? list[context.alternative % list.length] : undefined;
    if (isJsonObject(one)) whole = mergeSchemas(whole, resolveSchema(one, context));
  }
  const { type, enum: values, const: constant, properties } = whole;
  if (constant !== undefined) return context.required ? constant : undefined;
  const types = [type].flat();
  if (types.includes('object') || isJsonObject(properties)) return fillObject(whole, context);
  if (types.includes('array')) return fillList(whole, context);
  const codes = Array.isArray(values) ? values.filter((one) => typeof one === 'string') : [];
  return codes.length ? chooseCode(codes, context) : fillScalar(whole, context);
}

function fillObject(schema: JsonObject, context: Context): Json | undefined {
  const { error, message, name, required } = context;
  const depth = context.depth + 1;
  const needed = new Set([schema['required']].flat());
  const properties = Object.entries(toJsonObject(schema['properties']));
  const members = new Map<string, Json>();
  for (const [key, one] of properties) {
    const sample = () => readMember(toJsonObject(context.sample()), key);
    const isNeeded = needed.has(key);
    const value = fillValue(one, { ...context, name: key, required: isNeeded, depth, sample });
    const found = value ?? (isNeeded ? sample() : undefined);
    if (found !== undefined) members.set(key, found);
  }
  // Beside a numeric `code`, Google's services have a name in `status`: `NOT_FOUND`.
  if (members.get('code') === error.status && members.get('status') === String(error.status))
    members.set('status', statusNames[error.status] ?? 'UNKNOWN');
  if (members.size) return Object.fromEntries(members);
  const { location } = error.details;
  const { additionalProperties: further = true } = schema;
  if (!properties.length && location !== undefined && /^(?:errors|fields|details|invalid)/i.test(name)) {
    const value = fillValue(further, { ...context, name: '', required: true, depth });
    if (value !== undefined) return { [location]: value };
  }
  if (!properties.length && further !== false && /^(?:errors?|details?)?$/i.test(name)) return { message };
  return required ? {} : undefined;
}

/** Returns a list with the steps of the location (`loc`), or with one message or error. */
function fillList({ items = {} }: JsonObject, context: Context): Json | undefined {
  const { location, locationType } = context.error.details;
  if (/^loc(?:ation)?$|^path$/i.test(context.name))
    return location === undefined ? [] : [locationType === 'body' ? 'body' : 'query', ...location.split('.')];
  const isKnown =
    /^(?:|message|errors?|details?|messages?|issues|violations|causes?|invalid.*|validation.*|fields?|failures?)$/i;
  const isOfErrors = context.place > 2 || isKnown.test(context.name);
  const sample = () => [context.sample()].flat()[0];
  const item = isOfErrors
    ? fillValue(items, { ...context, name: '', required: true, depth: context.depth + 1, sample })
    : undefined;
  return item === undefined ? (context.required ? [] : undefined) : [item];
}

/**
 * Chooses the value of an enum for the error, by its reason or by usual names of its status. Of several, it is the one whose other words
 * are in the path, or else the shortest: for `/boxes/7`, `box_not_found` and not `api_key_not_found`.
 */
function chooseCode(codes: readonly string[], { error, path, required, name }: Context): Json | undefined {
  const { reason, status } = error;
  const simplify = (text: string) => text.toLowerCase().replace(/[^a-z\d]/g, '');
  const address = simplify(path);
  const usualCodes = [statusNames[status] ?? reason, ...(names[status] ?? [])];
  for (const usual of [reason, ...usualCodes, status < 500 ? 'invalid_request' : 'api_error'].map(simplify)) {
    const rank = (code: string) => {
      const others = simplify(code).replace(usual, '');
      return address.includes(others) ? -others.length : others.length;
    };
    const similar = codes.filter((code) => simplify(code).includes(usual));
    if (similar.length) return similar.toSorted((one, other) => rank(one) - rank(other))[0];
  }
  return required || /^(?:type|code|error|status)$/i.test(name) ? codes[0] : undefined;
}

/** Names of errors by status: the title, and then parts of codes, the most specific first. */
const names: Readonly<Record<number, readonly string[]>> = {
  400: ['Bad Request', 'invalid_request', 'validation', 'invalid'],
  401: ['Unauthorized', 'authentication', 'auth'],
  403: ['Forbidden', 'access_denied', 'permission'],
  404: ['Not Found', 'resource_missing', 'missing', 'no_such'],
  405: ['Method Not Allowed'],
  406: ['Not Acceptable'],
  409: ['Conflict', 'duplicate'],
  410: ['Gone'],
  412: ['Precondition Failed', 'precondition'],
  413: ['Content Too Large', 'too_large'],
  415: ['Unsupported Media Type'],
  417: ['Expectation Failed'],
  422: ['Unprocessable Content', 'unprocessable', 'validation', 'invalid_argument', 'invalid_request', 'invalid'],
  429: ['Too Many Requests', 'rate_limit', 'throttl'],
  500: ['Internal Server Error', 'internal', 'server'],
  501: ['Not Implemented'],
  503: ['Service Unavailable', 'unavailable'],
};

/** Adds the location to the message, as its subject: `The parameter limit must be an integer.` */
function describeError({ message, details: { location = '', locationType } }: HttpError) {
  if (message.includes(location)) return message;
  const subject = locationType === 'parameter' ? `The parameter ${location}` : location;
  return /^(?:is|has|must|should|does|cannot|needs) /.test(message)
    ? `${subject} ${message}`
    : `${subject}: ${message}`;
}

/** Returns the value of a string, number or boolean by the usual meaning of its name; `undefined` for an unknown name. */
function fillScalar(schema: JsonObject, context: Context): Json | undefined {
  const { error, message, now, explanation, place, path, name, depth } = context;
  const { status, reason, details } = error;
  const { location, locationType } = details;
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  const type = [schema['type']].flat().find((one) => one !== 'null') ?? 'string';
  if (type === 'integer' || type === 'number')
    return /^(?:http|error|response)?(?:code|status)$|^(?:http)?statuscode$/.test(plain) ? status : undefined;
  if (type === 'boolean') return /^(?:ok|success|successful|error)$/.test(plain) ? plain === 'error' : undefined;
  if (type !== 'string') return undefined;
  const { format = '', maxLength, pattern, example, examples } = schema;
  const isInBody = locationType === 'body';
  const pointer = location && isInBody ? writePointer(location.split('.')) : undefined;
  // RFC 9457 writes pointers as fragments of a URL: `#/name`.
  const isFragment = [example, examples].flat().some((one) => String(one).startsWith('#'));
  const meanings: readonly (readonly [names: RegExp, value: Json | undefined])[] = [
    [format === 'date-time' ? /^/ : /^(?:timestamp|time|date)$/, new Date(now).toISOString()],
    [/^$|^(?:error|developer|user)?message$|^(?:error)?(?:msg|description)$|^details?$|^text$|^reasonphrase$/, message],
    [/^(?:title|summary|statustext|error|errortitle|label)$/, place > 0 ? message : (names[status]?.[0] ?? reason)],
    // The `type` of problem details (RFC 9457) is a URL; that of errors inside them is not.
    [/^type$/, depth < 2 ? 'about:blank' : reason],
    [/^reason$/, place > 1 ? message : reason],
    [/^(?:code|errorcode|errortype)$/, reason],
    [/^(?:http)?status(?:code)?$|^httpcode$/, String(status)],
    [/^instance$/, path],
    [/^domain$/, 'global'],
    [/^(?:hint|fix|suggestion|help|resolution|remedy)$/, explanation?.['fix']],
    [/^(?:json)?pointer$/, isFragment ? pointer : pointer?.slice(1)],
    [/^parameter$/, isInBody ? undefined : location],
    [/^header$/, locationType === 'header' ? location : undefined],
    [/^locationtype$|^in$/, locationType === 'parameter' ? 'query' : locationType],
    [
      /^(?:param|field(?:name)?|property(?:name|path)?|attribute|target|location|loc|path|argument|source|input)$/,
      location,
    ],
    [/(?<!id|key|name|slug|ref)$/, place > 2 && format === '' ? message : undefined],
  ];
  const [, found] = meanings.find(([one, value]) => value !== undefined && one.test(plain)) ?? [];
  if (typeof found !== 'string') return found;
  const text = found.slice(0, typeof maxLength === 'number' ? maxLength : undefined);
  const isUnfit = typeof pattern === 'string' && isRegex(pattern) && !new RegExp(pattern, 'u').test(text);
  return isUnfit ? undefined : text;
}
