import type { Api, Content, Operation, Parameter } from '../../api/api.js';
import {
  allowedValues,
  declaredProperties,
  findProperty,
  followSchema,
  requiresUndeclared,
  type Schemas,
} from '../../api/schemas/target-schema.js';
import type { Property, Schema } from '../../api/types/schema.js';
import type { Shape } from '../../api/types/shape.js';
import { reachable } from '../../iterables.js';
import {
  compact,
  isJsonObject,
  isOfType,
  type Json,
  listEntries,
  listOwnKeys,
  readInner,
  readMember,
  toObject,
  toStrings,
} from '../../json.js';
import { simplestNumber } from '../../keywords/numbers.js';
import { fitLength, readLengths, type StringRules } from '../../keywords/strings.js';
import { samplePattern } from '../../spec/patterns/sample-pattern.js';
import { parsePointer, printPointer } from '../../spec/read/pointer.js';
import { replaceHidden } from '../code/literals.js';
import { bodyIsRequired, parameterIsRequired } from '../code/operation-params.js';

/** A file that samples send, whose kind is not known. */
export const FILE = 'file.bin';

/** The file that samples write. */
export const DOWNLOAD = 'download.bin';

/** A parameter and its value as it travels. */
export interface SampleParameter {
  readonly parameter: Parameter;
  readonly value: Json;
}

/** The body of a call as it travels: of one of the media types of the operation, or what goes beside bytes. */
export interface SampleBody extends Content {
  readonly value: Json;
  /** Names of the parts that are files. */
  readonly files: readonly string[];
}

/** A file that a call sends, by its name and type. */
interface SampleFile {
  readonly name: string;
  readonly type: string;
}

/** An operation and how a client calls it. */
export interface Method {
  readonly operation: Operation;
  /** `shops.pets.list` */
  readonly path: string;
}

/** The arguments of a sample call. */
export interface SampleArguments {
  readonly parameters: readonly SampleParameter[];
  readonly body?: SampleBody;
  readonly media?: SampleFile;
}

/** Chooses the arguments of a sample call: required ones, and those that make it useful; `undefined` where no value is found for a required one. */
export function sampleArguments(api: Api, operation: Operation): SampleArguments | undefined {
  const parameters = chosenParameters(api, operation).map((parameter) => {
    const { schema, name, template } = parameter;
    const stated = statedExample(api, parameter);
    const plain = template?.replaceAll('**', '1').replaceAll('*', '1');
    // An example may be `null`.
    return { parameter, value: stated === undefined ? (plain ?? sampleValue(api.schemas, schema, name)) : stated };
  });
  const known = parameters.filter((one): one is SampleParameter => one.value !== undefined);
  const body = sampleBody(api, operation);
  const needsBody = operation.body !== undefined && bodyIsRequired(operation.body);
  if (known.length < parameters.length || (body === undefined && needsBody)) return undefined;
  const { media } = operation.body ?? {};
  const sendsMedia = media?.required === true || body === undefined;
  return compact({
    parameters: known,
    body,
    media: media && sendsMedia ? sampleFile(media.accepted ?? media.mediaTypes) : undefined,
  });
}

/** Chooses the parameters of a sample call: the required ones, one of those of which the service wants one, and those that these require. */
function chosenParameters(api: Api, operation: Operation): readonly Parameter[] {
  const { parameters: all, extensions } = operation;
  const rules = toObject(extensions['x-parameter-rules']);
  const chosen = new Set(all.filter((one) => parameterIsRequired(operation, one)));
  const alternatives = toStrings(rules['exactlyOne']);
  const selectors = alternatives.length > 0 ? alternatives : listOwnKeys(extensions['x-selectors']);
  const named = all.filter(({ name }) => selectors.includes(name));
  if (!named.some((one) => chosen.has(one))) {
    const [best] = named.toSorted((left, right) => rankParameter(api, left) - rankParameter(api, right));
    if (best !== undefined) chosen.add(best);
  }
  if (chosen.size === 0) {
    const shown = all.find((one) => one.in === 'query' && examplesIn(api, one.id).some(isReadable));
    if (shown !== undefined) chosen.add(shown);
  }
  const requires = new Map(listEntries(rules['requires']));
  const needed = reachable(chosen, ({ name }) => {
    const stated = requires.get(name);
    // `requires: { a: [b, c] }`, or `{ a: { b: value } }` where the value of `b` is prescribed, too.
    const names = [...toStrings(stated), ...listOwnKeys(stated)];
    return names.map((other) => all.find((one) => one.name === other));
  });
  const given = new Set(needed);
  return all.filter((one) => given.has(one));
}

/** Ranks a parameter, the best first: those with an example of the spec, then flags, then others; deprecated ones last. */
function rankParameter(api: Api, parameter: Parameter): number {
  const known = statedExample(api, parameter) !== undefined ? 0 : parameter.shape.kind === 'boolean' ? 1 : 2;
  return known + (parameter.doc.deprecated === true ? 10 : 0);
}

function statedExample(api: Api, { id, schema }: Parameter): Json | undefined {
  return findExample(api.schemas, schema, [...examplesIn(api, id), ...(schema.examples ?? [])]);
}

/** Finds the first of some values of the spec that can be shown as it is, and that a schema takes. */
function findExample(schemas: Schemas, schema: Schema, values: readonly Json[]): Json | undefined {
  return values.find((one) => isReadable(one) && fitsSchema(schemas, schema, one));
}

/** Lists the examples of a parameter or a media type, which OpenAPI has beside its schema. */
function examplesIn({ document }: Api, pointer: string): readonly Json[] {
  let node: Json | undefined = document;
  for (const step of parsePointer(pointer.replace(/^#/, '')) ?? [])
    node = Array.isArray(node) ? node[Number(step)] : readMember(node, step);
  const { example, examples } = toObject(node);
  const named = Object.values(toObject(examples)).map((one) => toObject(one)['value']);
  return [example, ...named].filter((one) => one !== undefined);
}

function sampleBody(api: Api, operation: Operation): SampleBody | undefined {
  const { body, extensions, method, path: address } = operation;
  if (body === undefined) return undefined;
  const metadata = body.media?.metadata;
  const content =
    body.contents.find(({ kind }) => kind === 'json') ??
    body.contents[0] ??
    (metadata && { mediaType: 'application/json', kind: 'json' as const, ...metadata });
  if (content === undefined) return undefined;
  const { schema, shape, mediaType } = content;
  const steps = ['paths', address, method.toLowerCase(), 'requestBody', 'content', mediaType];
  const stated = [...examplesIn(api, printPointer(steps)), ...(schema.examples ?? [])];
  const example = findExample(api.schemas, schema, stated);
  const paths = toStrings(readInner(extensions, 'x-body-rules')['required']);
  const isNeeded = body.required && body.media === undefined;
  if (example === undefined && paths.length === 0 && !isNeeded) return undefined;
  // Where `x-body-rules` lists required values, a sample has these alone.
  let value = example ?? sampleValue(api.schemas, schema, '', paths.length === 0 ? 0 : 1);
  for (const path of paths) value = withRequired(api.schemas, schema, value, path.split('.'));
  return value === undefined ? undefined : { ...content, value, files: fileParts(api, shape) };
}

/** Finds the shape of a model as callers send it. */
export function sentShape(api: Api, id: string): Shape | undefined {
  const model = api.models.find((one) => one.id === id);
  return (model?.input ?? model)?.shape;
}

/** Lists the names of the parts of a form that are files; none for other bodies. */
function fileParts(api: Api, shape: Shape): readonly string[] {
  if (shape.kind === 'reference') {
    const own = sentShape(api, shape.model);
    return own === undefined || own.kind === 'reference' ? [] : fileParts(api, own);
  }
  if (shape.kind !== 'object') return [];
  const isFile = (one: Shape): boolean =>
    one.kind === 'binary' ||
    (one.kind === 'union' && one.of.some(isFile)) ||
    (one.kind === 'array' && isFile(one.items));
  return shape.members.filter((member) => isFile(member.shape)).map(({ name }) => name);
}

/** Adds the value at a required path to a body: `['snippet', 'title']`. */
function withRequired(
  schemas: Schemas,
  schema: Schema,
  body: Json | undefined,
  steps: readonly string[],
): Json | undefined {
  let at: Schema | undefined = schema;
  for (const step of steps) at = at && findProperty(schemas, at, step)?.schema;
  const value = at && sampleValue(schemas, at, steps.at(-1) ?? '', steps.length);
  return body === undefined || value === undefined ? body : withPath(body, steps, value);
}

/** Endings of files by their media types, for names of files. */
const ENDINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'image/jpeg': 'jpg',
    'image/png': 'png',
    'image/*': 'png',
    'video/*': 'mp4',
    'audio/*': 'mp3',
    'text/*': 'txt',
    'text/plain': 'txt',
    'text/csv': 'csv',
    'application/json': 'json',
    'application/pdf': 'pdf',
    'application/zip': 'zip',
  }),
);

const TYPES: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['mp4', 'video/mp4'],
  ['mp3', 'audio/mpeg'],
  ['txt', 'text/plain'],
]);

function sampleFile(types: readonly string[]): SampleFile {
  const ending = types.map((one) => ENDINGS.get(one)).find((one) => one !== undefined) ?? 'bin';
  const stated = types.find((one) => ENDINGS.get(one) === ending && !one.includes('*'));
  return { name: `file.${ending}`, type: stated ?? TYPES.get(ending) ?? 'application/octet-stream' };
}

/** Levels of a body that a sample shows. */
const DEEPEST = 6;

/** Most characters of an example of the spec, as JSON, that a sample takes over. */
const LONGEST = 600;

/** Finds a value of a schema, on the wire, for a parameter or property of a name: an example or default of the spec, else the simplest value that has all required properties; `undefined` where none is found. */
function sampleValue(schemas: Schemas, schema: Schema, name: string, depth = 0): Json | undefined {
  if (depth > DEEPEST) return undefined;
  const target = followSchema(schemas, schema);
  const stated = [schema, target].flatMap(({ examples = [], default: usual }) =>
    usual === undefined ? examples : [...examples, usual.value],
  );
  const given = findExample(schemas, target, stated) ?? target.const?.value ?? target.enum?.find((one) => one !== null);
  if (given !== undefined) return given;
  const properties = declaredProperties(schemas, target);
  if (properties.length > 0) return sampleObject(schemas, target, properties, depth);
  const [choice] = [...(target.oneOf ?? []), ...(target.anyOf ?? []), ...(target.allOf ?? [])];
  if (choice !== undefined && target.types === undefined) return sampleValue(schemas, choice, name, depth + 1);
  return sampleOfType(schemas, target, name, depth);
}

/** Tells whether a value of the spec can be shown as it is: it is short, and all its characters are visible. */
function isReadable(value: Json): boolean {
  const text = JSON.stringify(value);
  return text.length <= LONGEST && !/\\[bfnrtu]/.test(text) && replaceHidden(text, () => '') === text;
}

function sampleObject(
  schemas: Schemas,
  target: Schema,
  properties: readonly Property[],
  depth: number,
): Json | undefined {
  // Where there are alternatives, the first one is as good as any.
  const chosen = [target.oneOf?.[0], target.anyOf?.[0]].flatMap((one) => one?.object?.requiredOnly ?? []);
  const settable = properties.filter(({ schema }) => followSchema(schemas, schema).readOnly !== true);
  const taken = settable.filter(
    ({ name, required }) => required || chosen.includes(name) || requiresUndeclared(schemas, target, name),
  );
  // Of an object of which nothing is required, the first properties that a caller can set.
  const simple = settable.filter(({ schema }) => {
    const { doc, types = [] } = followSchema(schemas, schema);
    return doc.deprecated !== true && types.some((type) => /^(?:string|number|integer|boolean)$/.test(type));
  });
  const shown = taken.length > 0 || depth > 0 ? taken : simple.slice(0, 2);
  const values = shown.map(({ name, schema }) => [name, sampleValue(schemas, schema, name, depth + 1)]);
  const found = values.filter((one): one is [string, Json] => one[1] !== undefined);
  return found.length < values.length ? undefined : Object.fromEntries(found);
}

function sampleOfType(schemas: Schemas, target: Schema, name: string, depth: number): Json | undefined {
  const [type = 'string'] = (target.types ?? []).filter((one) => one !== 'null');
  if (type === 'integer' || type === 'number') return simplestNumber(target.number ?? {});
  if (type === 'boolean') return true;
  if (type === 'object') return {};
  if (type !== 'array') return sampleString(target.string ?? {}, name);
  const { items, minItems = 1 } = target.array ?? {};
  const values = items && followSchema(schemas, items).enum;
  const count = Math.min(Math.max(1, minItems), MOST_ITEMS);
  if (values !== undefined && values.length >= count) return values.slice(0, count);
  const item = items === undefined ? 'text' : sampleValue(schemas, items, name, depth + 1);
  return item === undefined ? undefined : Array.from({ length: count }, () => item);
}

const MOST_ITEMS = 20;

/** Makes a string that rules allow, from the name of a parameter or property: `title` → `'title'`, `videoId` → `'an-id'`. */
function sampleString(rules: StringRules, name: string): string {
  const { format = '', pattern } = rules;
  const matching = pattern === undefined ? undefined : samplePattern(pattern, readLengths(rules));
  const isId = /(?:^i|I|[^A-Za-z]i)[dD]s?$/.test(name);
  const plain = isId ? 'an-id' : /^[A-Za-z][\w-]{0,30}$/.test(name) ? name : 'text';
  return matching ?? TEXTS.get(format) ?? fitLength(plain, rules);
}

/** Texts of the formats that validators look at. */
const TEXTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'date-time': '2026-01-31T12:00:00Z',
    'google-datetime': '2026-01-31T12:00:00Z',
    date: '2026-01-31',
    time: '12:00:00Z',
    duration: 'PT1H',
    email: 'someone@example.com',
    hostname: 'example.com',
    ipv4: '192.0.2.1',
    ipv6: '2001:db8::1',
    uri: 'https://example.com/',
    'uri-reference': 'https://example.com/',
    uuid: '3f2b8c1e-6d4a-4b0f-9c7e-1a2b3c4d5e6f',
    int64: '1',
    uint64: '1',
    byte: 'AQID',
    'google-fieldmask': 'name',
    'google-duration': '3600s',
  }),
);

/** Sets a value at a path of properties (`['snippet', 'title']`) of an object that has none there; other values stay as they are. */
function withPath(value: Json, path: readonly string[], made: Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return value === null ? made : value;
  if (!isJsonObject(value)) return value;
  const inner = Object.hasOwn(value, step) ? value[step] : undefined;
  if (rest.length === 0) return inner === undefined ? { ...value, [step]: made } : value;
  return { ...value, [step]: withPath(inner ?? {}, rest, made) };
}

/** Levels of a value that are looked at. */
const DEEPEST_LOOKED = 12;

/**
 * Tells whether TypeScript accepts a value for a schema, which is not certain of examples of a spec. Looks at types, enums and
 * the names of properties, not at limits. `declared` are the properties that the schemas around it declare.
 */
function fitsSchema(
  schemas: Schemas,
  schema: Schema,
  value: Json,
  { depth, declared }: { readonly depth: number; readonly declared: readonly string[] } = { depth: 0, declared: [] },
): boolean {
  if (depth > DEEPEST_LOOKED) return true;
  const target = followSchema(schemas, schema);
  const { types, array, object, oneOf = [], anyOf = [] } = target;
  if (allowedValues(target)?.some((one) => JSON.stringify(one) === JSON.stringify(value)) === false) return false;
  if (types?.some((type) => isOfType(value, type)) === false) return false;
  const properties = declaredProperties(schemas, target);
  const known = [...declared, ...properties.map(({ name }) => name)];
  const fitsOne = (all: readonly Schema[]): boolean =>
    all.length === 0 || all.some((one) => fitsSchema(schemas, one, value, { depth: depth + 1, declared: known }));
  if (!fitsOne(oneOf) || !fitsOne(anyOf)) return false;
  const below = (one: Schema | undefined, item: Json): boolean =>
    one === undefined || fitsSchema(schemas, one, item, { depth: depth + 1, declared: [] });
  if (Array.isArray(value)) return value.every((item) => below(array?.items, item));
  if (!isJsonObject(value)) return true;
  const isOpen = known.length === 0 || oneOf.length + anyOf.length > 0 || object?.additionalProperties !== undefined;
  const required = properties.filter((one) => one.required).map(({ name }) => name);
  return (
    [...(object?.requiredOnly ?? []), ...required].every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, item]) => {
      const property = properties.find((one) => one.name === name);
      if (property === undefined) return isOpen || known.includes(name);
      return followSchema(schemas, property.schema).readOnly !== true && below(property.schema, item);
    })
  );
}
