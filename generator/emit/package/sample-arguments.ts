import type { Api, Content, Operation, Parameter } from '../../api/api.js';
import type { Schema } from '../../api/types/schema.js';
import type { Shape } from '../../api/types/shape.js';
import { reachable } from '../../iterables.js';
import {
  compact,
  isJsonObject,
  isOfType,
  isSameJson,
  type Json,
  type JsonObject,
  listEntries,
  listOwnKeys,
  readInner,
  readMember,
  toArray,
  toObject,
  toStrings,
} from '../../json.js';
import { simplestNumber } from '../../keywords/numbers.js';
import { fitLength, readLengths } from '../../keywords/strings.js';
import { samplePattern } from '../../spec/patterns/sample-pattern.js';
import { sampleSchema, type SampleStyle } from '../../../templates/runtime/samples/sample-schema.js';
import { follow, resolveSchema } from '../../../templates/runtime/document/resolve-schema.js';
import { memberAt, withMember } from '../../../templates/runtime/server/errors/mend-value.js';
import { printPointer } from '../../spec/read/pointer.js';
import { replaceHidden } from '../code/literals.js';
import { bodyIsRequired, parameterIsRequired } from '../code/operation-params.js';

/** Name of the file that samples send, if its type is not known. */
export const FILE = 'file.bin';

/** Name of the file in which samples save a download. */
export const DOWNLOAD = 'download.bin';

/** A parameter with its value on the wire. */
export interface SampleParameter {
  readonly parameter: Parameter;
  readonly value: Json;
}

/** The body of a call with its value on the wire: one of the contents of the operation, or the JSON beside bytes. */
export interface SampleBody extends Content {
  readonly value: Json;
  /** Names of the parts that are files. */
  readonly files: readonly string[];
}

/** A file that a call sends. */
interface SampleFile {
  readonly name: string;
  readonly type: string;
}

/** An operation, with the path of its method in the client. */
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

/** Chooses the arguments of a sample call: required and useful ones; `undefined` if there is no value for a required one. */
export function sampleArguments(api: Api, operation: Operation): SampleArguments | undefined {
  const parameters = chosenParameters(api, operation).map((parameter) => {
    const described = describePart(api, parameter.id, parameter.schema);
    const stated = findExample(api.document, described);
    const plain = parameter.template?.replaceAll('**', '1').replaceAll('*', '1');
    // Not `??`, since an example may be `null`.
    const value =
      stated === undefined ? (plain ?? sampleValue(api.document, described.schema, parameter.name)) : stated;
    return { parameter, value };
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

/** Chooses the parameters of a sample call: the required ones, one of several that `x-parameter-rules` demands, and those that these require. */
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
    const example = all.find(
      (one) => one.in === 'query' && describePart(api, one.id, one.schema).examples.some(isReadable),
    );
    if (example !== undefined) chosen.add(example);
  }
  const requires = new Map(listEntries(rules['requires']));
  const needed = reachable(chosen, ({ name }) => {
    const stated = requires.get(name);
    // `requires: { a: [b, c] }`, or `{ a: { b: value } }` if `b` must have a certain value.
    const names = [...toStrings(stated), ...listOwnKeys(stated)];
    return names.map((other) => all.find((one) => one.name === other));
  });
  const needs = new Set(needed);
  return all.filter((one) => needs.has(one));
}

/** Ranks a parameter, 0 is best: with an example in the spec, then flags, then others; deprecated ones last. */
function rankParameter(api: Api, parameter: Parameter): number {
  const { id, schema, shape, doc } = parameter;
  const example = findExample(api.document, describePart(api, id, schema));
  const known = example !== undefined ? 0 : shape.kind === 'boolean' ? 1 : 2;
  return known + (doc.deprecated === true ? 10 : 0);
}

/** The schema of a parameter or body in the document, and its examples. */
interface Described {
  readonly schema: Json;
  readonly examples: readonly Json[];
}

/** Reads the schema and the examples of a parameter or media type at a pointer of the document. */
function describePart({ document, locations = {} }: Api, pointer: string, schema: Schema): Described {
  const { ref, types, examples: own = [] } = schema;
  // A `%` in a pointer is literal, but `follow` decodes percent-encoding.
  const node = toObject(follow(document, (locations[pointer] ?? pointer).replaceAll('%', '%25')));
  const [content] = Object.values(toObject(node['content']));
  const inline = node['schema'] ?? readMember(content, 'schema') ?? compact({ type: types });
  const named = Object.values(toObject(node['examples'])).map((one) => toObject(one)['value']);
  const stated = [node['example'], ...named].filter((one) => one !== undefined);
  return { schema: ref === undefined ? inline : { $ref: locations[ref] ?? ref }, examples: [...stated, ...own] };
}

/** Finds the first example that is readable and fits its schema. */
function findExample(root: JsonObject, { schema, examples }: Described): Json | undefined {
  return examples.find((one) => isReadable(one) && fitsSchema(root, schema, one));
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
  const { document } = api;
  const steps = ['paths', address, method.toLowerCase(), 'requestBody', 'content', content.mediaType];
  const described = describePart(api, `#${printPointer(steps)}`, content.schema);
  const example = findExample(document, described);
  const paths = toStrings(readInner(extensions, 'x-body-rules')['required']);
  const isNeeded = body.required && body.media === undefined;
  if (example === undefined && paths.length === 0 && !isNeeded) return undefined;
  // If `x-body-rules` lists required values, a sample has only these.
  let value = example ?? sampleValue(document, described.schema, '', paths.length === 0 ? 0 : 1);
  for (const path of paths) value = withRequired(document, described.schema, value, path.split('.'));
  return value === undefined ? undefined : { ...content, value, files: fileParts(api, content.shape) };
}

/** Finds the shape of a model in requests. */
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

/** Adds a sampled value at a required path to a body: `['snippet', 'title']`. */
function withRequired(
  root: JsonObject,
  schema: Json,
  body: Json | undefined,
  steps: readonly string[],
): Json | undefined {
  let at: Json | undefined = schema;
  for (const step of steps) at = readMember(resolveSchema(toObject(at), { root })['properties'], step);
  const value = at && sampleValue(root, at, steps.at(-1) ?? '', steps.length);
  if (body === undefined || value === undefined || memberAt(body, steps) !== undefined) return body;
  return withMember(body, steps, value);
}

/** Endings of file names by media type. */
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

/** Most characters of an example of the spec, as JSON, that a sample may use. */
const LONGEST = 600;

/** Most schemas that are read to sample one value. */
const MOST_SCHEMAS = 2000;

/** Samples a value of a schema on the wire; `name` is the parameter or property that it is for. Returns `undefined` if there is none. */
function sampleValue(root: JsonObject, schema: Json | undefined, name: string, depth = 0): Json | undefined {
  const budget = { left: MOST_SCHEMAS };
  return sampleSchema(schema, { style: brief, root, next: () => 0, attempt: 0, turn: 0, depth, budget, name });
}

/** Style of samples: examples and defaults of the spec, else the simplest values with all required properties. */
const brief: SampleStyle = {
  chooseStated: ({ const: constant, enum: values, examples, default: usual }, { root, turn = 0 }, schema) => {
    const stated = [...toArray(examples), usual].filter((one) => one !== undefined);
    const example = findExample(root, { schema, examples: stated });
    const choices = toArray(values).filter((one) => one !== null);
    return example ?? constant ?? choices[turn % choices.length];
  },
  sampleString: (schema, { name = '' }) => sampleString(schema, name),
  sampleNumber: simplestNumber,
  listProperties: ({ properties }, required, context) => {
    const settable = listEntries(properties)
      .map(([name, one]) => ({ name, flat: resolveSchema(toObject(one), context) }))
      .filter(({ flat }) => flat['readOnly'] !== true);
    const taken = settable.filter(({ name }) => required.includes(name));
    // For an object without required properties, the first two that callers can set.
    const simple = settable.filter(
      ({ flat }) =>
        flat['deprecated'] !== true && /^(?:string|number|integer|boolean)(?:,|$)/.test(String(flat['type'])),
    );
    return (taken.length > 0 || context.depth > 1 ? taken : simple.slice(0, 2)).map(({ name }) => name);
  },
  usualItems: 1,
};

/** Returns true if an example can be printed unchanged: it is short, and all its characters are visible. */
function isReadable(value: Json): boolean {
  const text = JSON.stringify(value);
  return text.length <= LONGEST && !/\\[bfnrtu]/.test(text) && replaceHidden(text, () => '') === text;
}

/** Samples a string that a schema allows, from the name of a parameter or property: `title` → `'title'`, `videoId` → `'an-id'`. */
function sampleString(schema: JsonObject, name: string): string {
  const { format, pattern } = schema;
  const lengths = readLengths(schema);
  const matching = typeof pattern === 'string' ? samplePattern(pattern, lengths) : undefined;
  const isId = /(?:^i|I|[^A-Za-z]i)[dD]s?$/.test(name);
  const plain = isId ? 'an-id' : /^[A-Za-z][\w-]{0,30}$/.test(name) ? name : 'text';
  return matching ?? String(readMember(TEXTS, String(format)) ?? fitLength(plain, lengths));
}

/** Samples for the formats that validators check. */
const TEXTS: JsonObject = {
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
};

/** Most levels of a value that are checked. */
const DEEPEST_CHECKED = 12;

/**
 * Returns true if TypeScript accepts a value for a schema, which examples in a spec may not fit. Checks types, enums and the names of
 * properties, but no limits. `declared` are the properties of outer schemas for the same value.
 */
function fitsSchema(
  root: JsonObject,
  schema: Json | undefined,
  value: Json,
  { depth, declared }: { readonly depth: number; readonly declared: readonly string[] } = { depth: 0, declared: [] },
): boolean {
  if (schema === undefined || depth > DEEPEST_CHECKED) return true;
  const resolve = (one: Json | undefined): JsonObject => resolveSchema(toObject(one), { root });
  const { type, enum: values, const: constant, ...others } = resolve(schema);
  const { oneOf, anyOf, items, properties, required, additionalProperties } = others;
  const allowed = constant === undefined ? values : [constant];
  if (allowed !== undefined && !toArray(allowed).some((one) => isSameJson(one, value))) return false;
  if (type !== undefined && ![type].flat().some((one) => isOfType(value, String(one)))) return false;
  const known = [...declared, ...listOwnKeys(properties)];
  const fitsBelow = (one: Json | undefined, item: Json, around: readonly string[] = []): boolean =>
    fitsSchema(root, one, item, { depth: depth + 1, declared: around });
  const unions = [toArray(oneOf), toArray(anyOf)].filter((all) => all.length > 0);
  if (!unions.every((all) => all.some((one) => fitsBelow(one, value, known)))) return false;
  if (Array.isArray(value)) return value.every((item: Json) => fitsBelow(items, item));
  if (!isJsonObject(value)) return true;
  const isOpen = known.length === 0 || unions.length > 0 || additionalProperties !== undefined;
  return (
    toStrings(required).every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, item]) => {
      const property = readMember(properties, name);
      if (property === undefined) return isOpen || known.includes(name);
      return resolve(property)['readOnly'] !== true && fitsBelow(property, item);
    })
  );
}
