import { reachable } from '../../iterables.js';
import type {
  MediaTypeObject,
  Reference,
  SchemaObject,
  EncodingObject,
  HeaderObject,
} from '../../spec/openapi/openapi.js';
import type { Content, EventForm, FieldEncoding, ParameterStyle } from '../api.js';
import { lowerSchemaAt } from '../schemas/lower-schema.js';
import { dereference, type Lowering } from '../schemas/lowering.js';
import type { Direction, JsonType, Property, Schema } from '../types/schema.js';
import { targetSchema } from '../schemas/target-schema.js';
import { findBodyKind, stripParameters, isJson, isStringSchema, isXml, findItemKind } from '../schemas/media-type.js';
import { compact, nonEmpty } from '../../json.js';

/** A `Content` before its shape is lowered, with its media type object. */
export interface ContentDraft extends Omit<Content, 'shape'> {
  readonly node: MediaTypeObject;
}

/** Lowers the media types of a body, JSON first. A response can have media types that are read item by item. */
export function lowerContents(
  lowering: Lowering,
  contents: { readonly [type: string]: MediaTypeObject | Reference } = {},
  direction: Direction | 'error' = 'request',
): readonly ContentDraft[] {
  const isJsonToo = Object.keys(contents).some(isJson);
  const drafts = Object.entries(contents).map(([mediaType, entry]): ContentDraft => {
    const node = dereference<MediaTypeObject>(lowering, entry);
    const items = direction === 'request' ? undefined : lowerItems(lowering, mediaType, node);
    if (items !== undefined) return { mediaType, ...items, node };
    if (node.itemSchema !== undefined) {
      const message = `"itemSchema" has no effect: ${JSON.stringify(mediaType)} is not read item by item here`;
      lowering.diagnostics.warning('unsupported-field', message, lowering.document.positions.ofKey(node, 'itemSchema'));
    }
    const stated = lowerSchemaAt(lowering, node, 'schema');
    const target = targetSchema(lowering, stated);
    const kind = findBodyKind(mediaType, target, direction === 'request' ? direction : 'response');
    const schema = kind === 'text' ? lowerText(lowering, { mediaType, node, schema: stated }, isJsonToo) : stated;
    const isForm = kind === 'form' || kind === 'multipart';
    return compact({
      mediaType,
      kind,
      stream: node['x-stream'] === undefined ? undefined : (true as const),
      encoding: isForm ? nonEmpty(lowerEncoding(lowering, node, { kind, schema })) : undefined,
      schema,
      node,
    });
  });
  return preferJson(drafts);
}

/**
 * Puts JSON before text, forms, XML and patch formats, which frameworks list in any order: `text/plain, image/png, application/json`
 * → `application/json, image/png, text/plain`. Bytes and streams keep their position; all others keep their order.
 */
function preferJson(drafts: readonly ContentDraft[]): readonly ContentDraft[] {
  const isMovable = ({ kind }: ContentDraft): boolean => !/^(?:binary|events|lines)$/.test(kind);
  const isPreferred = ({ mediaType }: ContentDraft): boolean => isJson(mediaType) && !/patch/i.test(mediaType);
  const sorted = drafts
    .filter(isMovable)
    .toSorted((one, other) => Number(isPreferred(other)) - Number(isPreferred(one)))
    .values();
  return drafts.map((draft) => (isMovable(draft) ? (sorted.next().value ?? draft) : draft));
}

/**
 * Lowers the schema of a body of text: the declared one if its values are strings, else a schema of strings. A declared schema of
 * other values is reported as without effect, unless the body can also be JSON. Examples of the media type become those of the schema.
 */
function lowerText(
  lowering: Lowering,
  { mediaType, node, schema }: Pick<ContentDraft, 'mediaType' | 'node' | 'schema'>,
  isJsonToo: boolean,
): Schema {
  const target = targetSchema(lowering, schema);
  const named = Object.values(node.examples ?? {}).map((one) => one['value']);
  const examples = [node.example, ...named].filter((one) => typeof one === 'string');
  if (isStringSchema(target))
    return examples.length === 0 || target.examples !== undefined ? schema : { ...target, examples };
  const { document, diagnostics } = lowering;
  if (node.schema !== undefined && !isJsonToo) {
    const message = `the schema has no effect: ${JSON.stringify(mediaType)} is sent and received as plain text`;
    diagnostics.warning('unsupported-schema', message, document.positions.ofKey(node, 'schema'));
  }
  const name = schema.ref?.split('/').at(-1) ?? '';
  const root = /^[A-Za-z_][\w.-]*$/.test(name) ? name : 'root';
  const sample = isXml(stripParameters(mediaType)) ? [`<${root}/>`] : [];
  const texts = examples.length === 0 ? sample : examples;
  return compact({ at: schema.at, types: ['string'] as const, doc: {}, examples: nonEmpty(texts) });
}

/** A response that is read item by item. */
type ItemsDraft = Pick<Content, 'kind' | 'items' | 'schema'>;

const eventFields: ReadonlySet<string> = new Set(['data', 'event', 'id', 'retry']);

/**
 * Lowers a response of events or lines; its schema becomes an array of the items. `itemSchema` describes an item. `schema` alone
 * describes an array of them (OpenAPI 3.2) or one item (a usual mistake). For events, a schema of strings describes any event.
 */
function lowerItems(lowering: Lowering, mediaType: string, node: MediaTypeObject): ItemsDraft | undefined {
  const kind = findItemKind(stripParameters(mediaType));
  if (kind === undefined) return isJson(mediaType) ? lowerStreamResult(lowering, node) : undefined;
  const key = node.itemSchema === undefined ? 'schema' : 'itemSchema';
  const schema = lowerSchemaAt(lowering, node, key);
  const { types, array } = targetSchema(lowering, schema);
  const isList = key === 'schema' && types?.join() === 'array';
  const item = (isList ? array?.items : undefined) ?? schema;
  if (kind === 'lines') return { kind, schema: toArraySchema(item) };
  const stated = targetSchema(lowering, item);
  if (stated.types?.join() === 'string' || stated.boolean !== undefined)
    return { kind, items: 'event', schema: toArraySchema(anyEvent(item)) };
  return { kind, items: findEventForm(lowering, item), schema: toArraySchema(item) };
}

/**
 * Lowers a streamed response of a gRPC gateway: a line of JSON for each message. Its schema describes one line: `{ title: 'Stream
 * result of Reply', properties: { result, error } }`. The client throws the `error` of a line, so the lowered schema lacks it. Returns
 * undefined for any other schema.
 */
function lowerStreamResult(lowering: Lowering, node: MediaTypeObject): ItemsDraft | undefined {
  const stated = typeof node.schema === 'object' ? dereference<SchemaObject>(lowering, node.schema) : undefined;
  if (stated?.title?.startsWith('Stream result of ') !== true) return undefined;
  const schema = targetSchema(lowering, lowerSchemaAt(lowering, node, 'schema'));
  const { properties = [] } = schema.object ?? {};
  if (!properties.some(({ name }) => name === 'result')) return undefined;
  const kept = properties.filter(({ name }) => name !== 'error');
  const object = { ...schema.object, properties: kept.map((one) => ({ ...one, required: one.name === 'result' })) };
  return { kind: 'lines', items: 'result', schema: toArraySchema({ ...schema, object }) };
}

/** Finds the form of events: a schema with `data`, `event`, `id` or `retry` alone describes whole events, any other one their data. */
function findEventForm(lowering: Lowering, item: Schema): EventForm {
  const parts = reachable([targetSchema(lowering, item)], ({ allOf = [], anyOf = [], oneOf = [] }) =>
    [...allOf, ...anyOf, ...oneOf].map((part) => targetSchema(lowering, part)),
  );
  const properties = [...parts].flatMap(({ object }) => object?.properties ?? []);
  const data = properties.filter(({ name }) => name === 'data').map(({ schema }) => targetSchema(lowering, schema));
  if (data.length === 0 || properties.some(({ name }) => !eventFields.has(name))) return 'data';
  if (!data.some(isString)) return 'json-event';
  return data.some((one) => !isString(one) && (one.types ?? one.object ?? one.array) !== undefined)
    ? 'mixed-event'
    : 'event';
}

function isString({ types, enum: values, const: constant }: Schema): boolean {
  if (types !== undefined) return types.includes('string');
  return values?.some((value) => typeof value === 'string') ?? typeof constant?.value === 'string';
}

function toArraySchema(items: Schema): Schema {
  return { at: items.at, types: ['array'], array: { items }, doc: {} };
}

/** Builds the schema of an event that the spec does not describe. */
function anyEvent({ at }: Schema): Schema {
  const toProperty = (name: string, summary: string, type: JsonType = 'string'): Property => ({
    name,
    required: name === 'data',
    schema: { at, types: [type], doc: { summary } },
  });
  const properties = [
    toProperty('event', 'Type of the event.'),
    toProperty('data', 'Data of the event; its lines are separated by LF.'),
    toProperty('id', 'Id of the event.'),
    toProperty('retry', 'Milliseconds to wait before reconnecting.', 'integer'),
  ];
  return { at, types: ['object'], object: { properties }, doc: {} };
}

/** Lowers the `encoding` of a form, a whole query or a multipart body; leaves out fields that are encoded as by default. */
export function lowerEncoding(
  lowering: Lowering,
  node: MediaTypeObject,
  { kind, schema }: { readonly kind: 'form' | 'multipart'; readonly schema: Schema },
): Readonly<Record<string, FieldEncoding>> {
  const properties = targetSchema(lowering, schema).object?.properties ?? [];
  const entries = Object.entries(node.encoding ?? {}).flatMap(([name, encoding]): [string, FieldEncoding][] => {
    const found = properties.find((one) => one.name === name);
    const field = lowerField(encoding, kind === 'form');
    // Without an encoding, lists repeat their name, and objects are JSON.
    const { style = 'form', explode = true, allowReserved, contentType } = field;
    const types = (found && targetSchema(lowering, found.schema).types) ?? ['object'];
    const isSpecial =
      allowReserved === true || contentType !== undefined || style !== 'form' || types.includes('object');
    const isDefault = !nonEmpty(field) || (!isSpecial && (explode || !types.includes('array')));
    return isDefault ? [] : [[name, field]];
  });
  return Object.fromEntries(entries);
}

/** Lowers the encoding of a field. In a form, a `contentType` counts only if it is JSON and there is no `style`, `explode` or `allowReserved`. */
function lowerField(encoding: EncodingObject, isForm: boolean): FieldEncoding {
  const { style: stated, explode, allowReserved, contentType } = encoding;
  const style = joinedStyle(encoding) ?? (stated === 'cookie' ? undefined : stated);
  if (!isForm) return compact({ style, explode, contentType });
  const isStyled = (style ?? explode ?? allowReserved) !== undefined;
  return compact({
    style,
    explode,
    allowReserved: allowReserved || undefined,
    contentType: !isStyled && contentType && isJson(contentType) ? contentType : undefined,
  });
}

/** Returns the style of a list with a `collectionFormat` of Swagger 2.0: `tsv` → `tabDelimited`; undefined for other lists. */
export function joinedStyle(node: HeaderObject | EncodingObject): ParameterStyle | undefined {
  return joinedStyles.get(node['x-collectionFormat']);
}

const joinedStyles: ReadonlyMap<unknown, ParameterStyle> = new Map([
  ['ssv', 'spaceDelimited'],
  ['tsv', 'tabDelimited'],
  ['pipes', 'pipeDelimited'],
]);
