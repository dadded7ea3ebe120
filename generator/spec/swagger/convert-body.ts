import { list, text, hasRef } from '../openapi/rules.js';
import { type Json, type JsonObject, isJsonObject } from '../../json.js';
import type { Origin } from '../read/positions.js';
import type { Conversion, Entry } from './conversion.js';
import { rewritable } from '../read/tree.js';
import { collectionFormat, listExtensions, makeValueSchema, convertStyle, valueKeys } from './convert-parameter.js';

/** A media type, and where the document names it; the origin is absent for the usual one. */
export interface MediaType {
  readonly name: string;
  readonly origin?: Origin;
}

/** Reads the media types under `consumes` or `produces`; `undefined` where an object leaves them to the document. */
export function readMediaTypes(
  conversion: Conversion,
  node: JsonObject,
  key: 'consumes' | 'produces',
): readonly MediaType[] | undefined {
  if (key in node) conversion.check(node, key, list(text));
  const names = node[key];
  if (!Array.isArray(names)) return undefined;
  const all = names.map((name: Json, index) => ({ name, origin: { owner: names, key: index } }));
  const known = all.filter((one): one is MediaType & typeof one => typeof one.name === 'string');
  return known.filter(({ name }, index) => known.findIndex((other) => other.name === name) === index);
}

/** Makes the `content` of a body; `listMembers` lists the members of one of its media types. */
function makeContent(
  conversion: Conversion,
  { holder, at, types }: { readonly holder: object; readonly at: Origin; readonly types: readonly MediaType[] },
  listMembers: (type: string) => readonly Entry[],
): JsonObject {
  const entries = types.map(({ name, origin = at }): Entry => {
    return [name, conversion.makeAt(holder, at, listMembers(name)), origin];
  });
  return conversion.makeAt(holder, at, entries);
}

const JSON_TYPE: MediaType = { name: 'application/json' };
const URLENCODED = 'application/x-www-form-urlencoded';

/** Rewrites a body parameter as a request body, where it is. */
export function convertBody(conversion: Conversion, node: JsonObject, consumes: readonly MediaType[]): void {
  const body = makeRequestBody(conversion, node, node, consumes);
  const draft = rewritable(node);
  for (const key of Object.keys(node)) delete draft[key];
  for (const [key, value] of Object.entries(body)) conversion.put(node, key, value, { owner: body, key });
}

/** Makes the request body of a body parameter for the media types of an operation, for an object of a file. */
export function makeRequestBody(
  conversion: Conversion,
  holder: object,
  node: JsonObject,
  consumes: readonly MediaType[],
): JsonObject {
  const written = conversion.written(node);
  const schema = conversion.use(holder, bodySchema(conversion, holder, node));
  // A form is described by parameters of its own.
  const others = consumes.filter(({ name }) => !isForm(name));
  const types = others.length > 0 ? others : consumes.length > 0 ? consumes : [JSON_TYPE];
  const at = { owner: node, key: 'schema' };
  const content = makeContent(conversion, { holder, at, types }, () => [
    ['schema', schema, at],
    ['example', written['x-example'], { owner: node, key: 'x-example' }],
  ]);
  return conversion.make(holder, node, [
    ['description', written['description']],
    ['content', content, at],
    ['required', written['required']],
    ...listExtensions(written).filter(([key]) => key !== 'x-example'),
  ]);
}

/** Returns the schema of a body; one is made of the fields that other parameters have where it is missing. */
function bodySchema(conversion: Conversion, holder: object, node: JsonObject): Json {
  const written = conversion.written(node);
  const { schema } = written;
  const has = valueKeys.some((key) => key in written);
  if (schema !== undefined) {
    for (const key of ['type', 'format'].filter((one) => one in written)) {
      conversion.warn('ignored-field', `"${key}" has no effect beside "schema"`, { owner: node, key });
    }
    return schema;
  }
  const instead = has ? 'its other fields are taken for one' : 'it takes any value';
  const message = `a body parameter needs "schema"; ${instead}`;
  conversion.diagnostics.warning('missing-required', message, conversion.positions.of(node));
  return makeValueSchema(conversion, holder, { node, written });
}

/** Makes the request body of the form fields of an operation from the parameters that describe them. */
export function makeForm(
  conversion: Conversion,
  holder: object,
  all: readonly JsonObject[],
  consumes: readonly MediaType[],
): JsonObject {
  const [first = conversion.root] = all;
  const nodes = all.filter((node) => hasName(conversion, node));
  const fields = nodes.map((node) => makeField(conversion, holder, node));
  const required = nodes.filter((node) => conversion.written(node)['required'] === true);
  const named = (key: 'schema' | 'encoding'): readonly Entry[] =>
    fields.map((field) => [field.name, field[key], { owner: field.node, key: 'name' }]);
  const at = { owner: first, key: 'name' };
  const names = required.map(
    (node) => [conversion.written(node)['name'] ?? null, { owner: node, key: 'name' }] as const,
  );
  const schema = conversion.makeAt(holder, at, [
    ['type', 'object'],
    ['properties', conversion.makeAt(holder, at, named('schema'))],
    ['required', names.length === 0 ? undefined : conversion.list(holder, at, names)],
  ]);
  const encoding = conversion.makeAt(holder, at, named('encoding'));
  const types = formTypes(conversion, nodes, consumes);
  const content = makeContent(conversion, { holder, at, types }, () => [
    ['schema', schema],
    ['encoding', Object.keys(encoding).length === 0 ? undefined : encoding],
  ]);
  return conversion.make(holder, first, [
    ['content', content],
    ['required', required.length > 0 ? true : undefined],
  ]);
}

const unnamed = 'a parameter of Swagger 2.0 needs "name"';

/** Says whether a field has a name; reports that it has none. */
function hasName(conversion: Conversion, node: JsonObject): boolean {
  const { diagnostics, positions } = conversion;
  const { name } = conversion.written(node);
  if (name === undefined)
    diagnostics.repaired('missing-field', unnamed, positions.of(node), 'the parameter is left out');
  else conversion.check(node, 'name', text);
  return typeof name === 'string';
}

/** A form field, and how it is written. */
interface Field {
  readonly node: JsonObject;
  readonly name: string;
  readonly schema: JsonObject;
  readonly encoding: JsonObject | undefined;
}

function makeField(conversion: Conversion, holder: object, node: JsonObject): Field {
  const written = conversion.written(node);
  if ('collectionFormat' in node) conversion.check(node, 'collectionFormat', collectionFormat);
  const style = convertStyle(conversion, written, node, 'form');
  const schema = makeValueSchema(conversion, holder, { node, written }, [
    ['description', written['description']],
    ['example', written['x-example'] ?? written['example'], { owner: node, key: 'x-example' }],
    ...listExtensions(written).filter(([key]) => key !== 'x-example' && key !== 'x-nullable'),
  ]);
  const isUsual = style.style === undefined || style.explode;
  const at = { owner: node, key: 'collectionFormat' };
  const encoding = isUsual ? undefined : conversion.makeAt(holder, at, Object.entries(style));
  return { node, name: String(written['name']), schema, encoding };
}

/** Chooses the media types of a form: a file is sent in parts. */
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
    conversion.warn('invalid-value', message, { owner: file, key: 'type' });
  }
  return [{ name: 'multipart/form-data' }];
}

function isForm(name: string): boolean {
  return isMultipart(name) || name.toLowerCase().startsWith(URLENCODED);
}

function isMultipart(name: string): boolean {
  return name.toLowerCase().startsWith('multipart/');
}

/** Rewrites a response of Swagger 2.0 where it is; its media types are those that the operation or the document produces. */
export function convertResponse(conversion: Conversion, node: JsonObject, produces: readonly MediaType[]): void {
  if (hasRef(node)) return;
  const content = responseContent(conversion, node, node, produces);
  const draft = rewritable(node);
  delete draft['schema'];
  delete draft['examples'];
  if (content !== undefined) conversion.put(node, 'content', content, contentOrigin(node, conversion));
}

/** Makes a copy of a response for other media types, for an object of a file. */
export function responseFor(
  conversion: Conversion,
  holder: object,
  node: JsonObject,
  produces: readonly MediaType[],
): JsonObject {
  const { schema: _schema, examples: _examples, headers, ...others } = conversion.written(node);
  const used = Object.entries(isJsonObject(headers) ? headers : {}).map(([name, header]: [string, Json]): Entry => [
    name,
    conversion.use(holder, header),
  ]);
  return conversion.make(holder, node, [
    ...Object.entries(others),
    ['headers', isJsonObject(headers) ? conversion.make(holder, headers, used) : headers],
    ['content', responseContent(conversion, holder, node, produces), contentOrigin(node, conversion)],
  ]);
}

function contentOrigin(node: JsonObject, conversion: Conversion): { readonly owner: JsonObject; readonly key: string } {
  return { owner: node, key: 'schema' in conversion.written(node) ? 'schema' : 'examples' };
}

/** Makes the content of a response by media type; `undefined` for one without a body. */
function responseContent(
  conversion: Conversion,
  holder: object,
  node: JsonObject,
  produces: readonly MediaType[],
): JsonObject | undefined {
  const { schema, examples } = conversion.written(node);
  const samples = isJsonObject(examples) ? examples : {};
  if (examples !== undefined && !isJsonObject(examples)) {
    const message = '"examples" must be an object with an example under each media type';
    conversion.diagnostics.warning('wrong-type', message, conversion.positions.ofValue(node, 'examples'));
  }
  if (schema === undefined && Object.keys(samples).length === 0) return undefined;
  const types = chooseMediaTypes(conversion, { produces, schema, samples });
  for (const key of Object.keys(samples)) {
    if (key.startsWith('x-') || types.some(({ name }) => name === key)) continue;
    const message = `the example has no effect: ${JSON.stringify(key)} is none of the media types that the response has`;
    conversion.warn('ignored-field', message, { owner: samples, key });
  }
  const at = contentOrigin(node, conversion);
  const used = conversion.use(holder, schema);
  return makeContent(conversion, { holder, at, types }, (name) => [
    ['schema', used, { owner: node, key: 'schema' }],
    ['example', Object.hasOwn(samples, name) ? samples[name] : undefined, { owner: samples, key: name }],
  ]);
}

/** Media types of bytes that no schema describes. */
const bytes = /^(?:image\/(?!svg)|audio\/|video\/|font\/|application\/(?:octet-stream|pdf|zip|gzip)\b)/i;

/** Chooses the media types of a response: those that are stated, else those of its examples, else the usual one. */
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
  // An operation that produces pictures has its errors in another media type, which Swagger 2.0 cannot say.
  const fitting = hasMembers ? produces.filter(({ name }) => !bytes.test(name)) : produces;
  if (fitting.length > 0) return fitting;
  const named = Object.keys(samples).filter((key) => /^[^/]+\/[^/]+$/.test(key));
  if (named.length > 0) return named.map((name) => ({ name, origin: { owner: samples, key: name } }));
  const isFile = isJsonObject(schema) && (schema['type'] === 'file' || schema['format'] === 'binary');
  return [{ name: isFile ? 'application/octet-stream' : 'application/json' }];
}
