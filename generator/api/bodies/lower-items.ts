import type { MediaTypeObject } from '../../spec/openapi/openapi.js';
import type { Content, EventForm } from '../api.js';
import { lowerSchemaAt } from '../schemas/lower-schema.js';
import type { Lowering } from '../lowering.js';
import { essenceOf, itemKindOf } from './media-type.js';
import type { Property, Schema } from '../schemas/schema.js';
import { targetSchema } from '../schemas/target-schema.js';

/** What a response is that comes item by item; undefined where a media type is another one. */
export type ItemsDraft = Pick<Content, 'kind' | 'items' | 'schema'>;

const eventFields: ReadonlySet<string> = new Set(['data', 'event', 'id', 'retry']);

/**
 * A response in events or lines, as an array of its items. `itemSchema` says what an item is; where `schema` is alone, it
 * is an array of them, as OpenAPI 3.2 has it, or an item, as others write it. A schema of text says no more than that
 * these are events.
 */
export function lowerItems(lowering: Lowering, mediaType: string, node: MediaTypeObject): ItemsDraft | undefined {
  const kind = itemKindOf(essenceOf(mediaType));
  if (kind === undefined) return undefined;
  const item = itemOf(lowering, node);
  if (kind === 'lines') return { kind, schema: arrayOf(item) };
  const stated = targetSchema(lowering, item);
  if (stated.types?.join() === 'string' || stated.boolean !== undefined)
    return { kind, items: 'event', schema: arrayOf(anyEvent(item)) };
  return { kind, items: formOf(lowering, item), schema: arrayOf(item) };
}

function itemOf(lowering: Lowering, node: MediaTypeObject): Schema {
  if (node.itemSchema !== undefined) return lowerSchemaAt(lowering, node, 'itemSchema');
  const schema = lowerSchemaAt(lowering, node, 'schema');
  const { types, array } = targetSchema(lowering, schema);
  return types?.join() === 'array' && array?.items !== undefined ? array.items : schema;
}

/** A schema of events names their fields; any other is about their data. */
function formOf(lowering: Lowering, item: Schema): EventForm {
  const properties = propertiesOf(lowering, item);
  const data = properties.filter(({ name }) => name === 'data').map(({ schema }) => targetSchema(lowering, schema));
  if (data.length === 0 || properties.some(({ name }) => !eventFields.has(name))) return 'data';
  return data.some(isString) ? 'event' : 'json-event';
}

function isString({ types, enum: values, const: constant }: Schema): boolean {
  if (types !== undefined) return types.includes('string');
  return values?.some((value) => typeof value === 'string') ?? typeof constant?.value === 'string';
}

/** The properties of a schema and of all that it refers to and chooses between. */
function propertiesOf(lowering: Lowering, schema: Schema): readonly Property[] {
  const found = new Set([targetSchema(lowering, schema)]);
  // A set hands out what is added while it is walked.
  for (const { allOf = [], anyOf = [], oneOf = [] } of found)
    for (const part of [...allOf, ...anyOf, ...oneOf]) found.add(targetSchema(lowering, part));
  return [...found].flatMap(({ object }) => object?.properties ?? []);
}

function arrayOf(items: Schema): Schema {
  return { at: items.at, types: ['array'], array: { items }, doc: {} };
}

/** An event of which the spec says nothing. */
function anyEvent({ at }: Schema): Schema {
  const text: Schema = { at, types: ['string'], doc: {} };
  const properties = [
    { name: 'event', required: false, schema: { ...text, doc: { summary: 'Type of the event.' } } },
    { name: 'data', required: true, schema: { ...text, doc: { summary: 'What the event says; lines end with LF.' } } },
    { name: 'id', required: false, schema: { ...text, doc: { summary: 'Name of the event.' } } },
    {
      name: 'retry',
      required: false,
      schema: { at, types: ['integer'], doc: { summary: 'Milliseconds to wait before asking again.' } } as const,
    },
  ];
  return { at, types: ['object'], object: { properties }, doc: {} };
}
