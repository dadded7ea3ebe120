import { list, text } from '../openapi/rules.js';
import { isJsonObject, toStrings, type Json, type JsonObject } from '../../json.js';
import type { Origin } from '../read/positions.js';
import type { Conversion } from './conversion.js';
import { collectionFormat, pickExtensions, makeValueSchema, convertStyle, valueKeys } from './convert-parameter.js';

/** A media type and its position; the position is absent for the default media type. */
export interface MediaType {
  readonly name: string;
  readonly origin?: Origin;
}

/**
 * Reads the media types under `consumes` or `produces`; `undefined` if the object has none, so that those of the document apply.
 */
export function readMediaTypes(
  conversion: Conversion,
  node: JsonObject,
  key: 'consumes' | 'produces',
): readonly MediaType[] | undefined {
  conversion.check(node, key, list(text));
  const names = node[key];
  if (!Array.isArray(names)) return undefined;
  return Array.from(new Set(toStrings(names)), (name) => ({
    name,
    origin: { owner: names, key: names.indexOf(name) },
  }));
}

/** Creates the `content` of a body, with an object for each of its media types. */
function makeContent(
  conversion: Conversion,
  { holder, at, types }: { readonly holder: object; readonly at: Origin; readonly types: readonly MediaType[] },
  makeMediaType: (type: string) => JsonObject,
): JsonObject {
  const media = types.map(({ name }) => [name, makeMediaType(name)] as const);
  const origins = types.map(({ name, origin = at }) => [name, origin] as const);
  return conversion.makeAt(holder, at, Object.fromEntries(media), Object.fromEntries(origins));
}

const JSON_TYPE: MediaType = { name: 'application/json' };
const URLENCODED = 'application/x-www-form-urlencoded';

/** Creates the request body of a body parameter, with the media types of an operation. */
export function makeRequestBody(
  conversion: Conversion,
  holder: object,
  node: JsonObject,
  consumes: readonly MediaType[],
): JsonObject {
  const { description, required, 'x-example': example, ...written } = conversion.written(node);
  const schema = conversion.use(holder, bodySchema(conversion, holder, node));
  // A form has its own parameters.
  const others = consumes.filter(({ name }) => !isForm(name));
  const types = others.length > 0 ? others : consumes.length > 0 ? consumes : [JSON_TYPE];
  const at = { owner: node, key: 'schema' };
  const content = makeContent(conversion, { holder, at, types }, () =>
    conversion.makeAt(holder, at, { schema, example }, { example: 'x-example' }),
  );
  const draft = { description, content, required, ...pickExtensions(written) };
  return conversion.make(holder, node, draft, { content: 'schema' });
}

/** Returns the schema of a body. If it is missing, creates it from fields that only other parameters should have. */
function bodySchema(conversion: Conversion, holder: object, node: JsonObject): Json {
  const written = conversion.written(node);
  const { schema } = written;
  if (schema === undefined) {
    const has = valueKeys.some((key) => key in written);
    const instead = has ? 'its other fields are read as one' : 'it accepts any value';
    conversion.warn('missing-required', `a body parameter needs "schema"; ${instead}`, node, 'schema');
    return makeValueSchema(conversion, holder, { node, written });
  }
  for (const key of ['type', 'format'])
    if (key in written) conversion.warn('ignored-field', `"${key}" has no effect beside "schema"`, node, key);
  return schema;
}

/** Creates the request body of a form from the parameters that are its fields. */
export function makeForm(
  conversion: Conversion,
  holder: object,
  all: readonly JsonObject[],
  consumes: readonly MediaType[],
): JsonObject {
  const [first = conversion.root] = all;
  const at = { owner: first, key: 'name' };
  const nodes = all.filter((node) => hasName(conversion, node));
  const fields = nodes.map((node) => makeField(conversion, holder, node));
  const origins = Object.fromEntries(fields.map(({ name, origin }) => [name, origin]));
  const makeNamed = (key: 'schema' | 'encoding'): JsonObject =>
    conversion.makeAt(holder, at, Object.fromEntries(fields.map((field) => [field.name, field[key]])), origins);
  const names = fields.filter(({ required }) => required === true).map(({ name, origin }) => [name, origin] as const);
  const required = names.length > 0 || undefined;
  const schema = conversion.makeAt(holder, at, {
    type: 'object',
    properties: makeNamed('schema'),
    required: required && conversion.list(holder, at, names),
  });
  const encodings = makeNamed('encoding');
  const encoding = Object.keys(encodings).length === 0 ? undefined : encodings;
  const types = formTypes(conversion, nodes, consumes);
  const content = makeContent(conversion, { holder, at, types }, () =>
    conversion.makeAt(holder, at, { schema, encoding }),
  );
  return conversion.make(holder, first, { content, required });
}

/** Returns whether a field has a name; reports one without. */
function hasName(conversion: Conversion, node: JsonObject): boolean {
  const { diagnostics, positions } = conversion;
  const { name } = conversion.written(node);
  const message = 'a parameter of Swagger 2.0 needs "name"';
  if (name === undefined)
    diagnostics.repaired('missing-field', message, positions.of(node), 'the parameter is left out');
  conversion.check(node, 'name', text);
  return typeof name === 'string';
}

/** A form field and its serialization. */
interface Field {
  readonly name: string;
  readonly origin: Origin;
  readonly required: Json | undefined;
  readonly schema: JsonObject;
  /** Absent for the default serialization. */
  readonly encoding: JsonObject | undefined;
}

function makeField(conversion: Conversion, holder: object, node: JsonObject): Field {
  const written = conversion.written(node);
  const { name, required, description, example, 'x-example': sample = example } = written;
  const { 'x-example': _sample, 'x-nullable': _nullable, ...extensions } = pickExtensions(written);
  conversion.check(node, 'collectionFormat', collectionFormat);
  const style = convertStyle(conversion, written, node, 'form');
  const others = { description, example: sample, ...extensions };
  const schema = makeValueSchema(conversion, holder, { node, written }, others);
  const at = { owner: node, key: 'collectionFormat' };
  const isUsual = style.style === undefined || style.explode;
  const encoding = isUsual ? undefined : conversion.makeAt(holder, at, { ...style });
  return { name: String(name), origin: { owner: node, key: 'name' }, required, schema, encoding };
}

/** Chooses the media types of a form. A form with a file is multipart. */
function formTypes(
  conversion: Conversion,
  nodes: readonly JsonObject[],
  consumes: readonly MediaType[],
): readonly MediaType[] {
  const file = nodes.find((node) => conversion.written(node)['type'] === 'file');
  const forms = consumes.filter(({ name }) => (file === undefined ? isForm(name) : isMultipart(name)));
  if (forms.length > 0) return forms;
  if (file === undefined) return [{ name: URLENCODED }];
  if (consumes.some(({ name }) => isForm(name))) {
    const message = 'a file is sent as "multipart/form-data", which "consumes" does not list';
    conversion.warn('invalid-value', message, file, 'type');
  }
  return [{ name: 'multipart/form-data' }];
}

function isForm(name: string): boolean {
  return isMultipart(name) || name.toLowerCase().startsWith(URLENCODED);
}

function isMultipart(name: string): boolean {
  return name.toLowerCase().startsWith('multipart/');
}

/** Creates a response from one of Swagger 2.0, with the media types that the operation or the document produces. */
export function makeResponse(
  conversion: Conversion,
  holder: object,
  node: JsonObject,
  produces: readonly MediaType[],
): JsonObject {
  const { schema, examples, ...others } = conversion.written(node);
  const { headers } = others;
  const samples = isJsonObject(examples) ? examples : {};
  if (examples !== undefined && examples !== samples) {
    const message = '"examples" must be an object with an example under each media type';
    conversion.diagnostics.warning('wrong-type', message, conversion.positions.ofValue(node, 'examples'));
  }
  const draft = { ...others };
  if (isJsonObject(headers)) {
    const used = Object.entries(headers).map(([name, header]) => [name, conversion.use(holder, header)] as const);
    draft['headers'] = conversion.make(holder, headers, Object.fromEntries(used));
  }
  if (schema === undefined && Object.keys(samples).length === 0) return conversion.make(holder, node, draft);
  const types = chooseMediaTypes(conversion, { produces, schema, samples });
  for (const name of Object.keys(samples)) {
    if (name.startsWith('x-') || types.some((type) => type.name === name)) continue;
    const message = `the example has no effect: ${JSON.stringify(name)} is not a media type of the response`;
    conversion.warn('ignored-field', message, samples, name);
  }
  const at = { owner: node, key: schema === undefined ? 'examples' : 'schema' };
  const whole = conversion.use(holder, schema);
  const content = makeContent(conversion, { holder, at, types }, (name) => {
    const example = Object.hasOwn(samples, name) ? samples[name] : undefined;
    return conversion.makeAt(holder, at, { schema: whole, example }, { example: { owner: samples, key: name } });
  });
  return conversion.make(holder, node, { ...draft, content }, { content: at });
}

/** Media types of bytes that no schema describes. */
const bytes = /^(?:image\/(?!svg)|audio\/|video\/|font\/|application\/(?:octet-stream|pdf|zip|gzip)\b)/i;

/** Chooses the media types of a response: the stated ones, or those of its examples, or the default. */
function chooseMediaTypes(
  conversion: Conversion,
  {
    produces,
    schema,
    samples,
  }: { readonly produces: readonly MediaType[]; readonly schema: Json | undefined; readonly samples: JsonObject },
): readonly MediaType[] {
  const target = conversion.follow(schema) ?? {};
  const hasMembers = ['properties', 'items', 'allOf', 'additionalProperties'].some((key) => key in target);
  // An operation that produces pictures has errors of another media type, which Swagger 2.0 cannot express.
  const fitting = hasMembers ? produces.filter(({ name }) => !bytes.test(name)) : produces;
  if (fitting.length > 0) return fitting;
  const named = Object.keys(samples).filter((key) => /^[^/]+\/[^/]+$/.test(key));
  if (named.length > 0) return named.map((name) => ({ name, origin: { owner: samples, key: name } }));
  const isFile = isJsonObject(schema) && (schema['type'] === 'file' || schema['format'] === 'binary');
  return [{ name: isFile ? 'application/octet-stream' : 'application/json' }];
}
