import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { toJsonObject } from '@speccast/runtime/requests';
import type { XmlNodeType, XmlPart, XmlSchema, XmlType } from '@speccast/runtime/xml';
import { operationPart, partAt } from '../../plan/operations/document-parts.js';
import type { EmulatorPlan } from '../../plan/plan.js';
import type { WebhookPlan } from '../../plan/webhook-plan.js';
import { pointerStep } from '../../values/json-path.js';

/** Tells whether a media type is one of XML: `text/xml`, `application/atom+xml`. */
export function isXml(mediaType = ''): boolean {
  return /[/+]xml\b/.test(mediaType);
}

/** Reads the rules by which the body of a webhook is written as XML from its schema; undefined for other media types. */
export function readXmlPart({ document = {}, operations }: EmulatorPlan, webhook: WebhookPlan): XmlPart | undefined {
  const { name, method, mediaType = '', operation } = webhook;
  if (!isXml(mediaType)) return undefined;
  const steps = [method.toLowerCase(), 'requestBody', 'content', mediaType, 'schema'];
  if (webhook.kind === 'webhook') return readSchema(document, toPointer('#', 'webhooks', name, ...steps));
  const owner = operations.find((one) => one.operation.id === operation);
  const part = owner && operationPart(document, owner);
  if (part === undefined) return {};
  const callback = toPointer(part.pointer, 'callbacks', name.slice(`${operation ?? ''}.`.length));
  const [expression = ''] = Object.keys(partAt(document, callback)?.value ?? {});
  return readSchema(document, toPointer(callback, expression, ...steps));
}

function toPointer(start: string, ...steps: readonly string[]): string {
  return start + steps.map(pointerStep).join('');
}

const nodes: readonly XmlNodeType[] = ['element', 'attribute', 'text', 'cdata', 'none'];
const types: readonly XmlType[] = ['string', 'number', 'integer', 'boolean', 'array', 'object'];

/** Reads a schema. Schemas can refer to each other in circles, so inner ones are read when they are needed. */
function readSchema(document: JsonObject, stated: string): XmlSchema {
  const part = partAt(document, stated);
  if (part === undefined) return {};
  const { pointer, value } = part;
  const below =
    (...steps: readonly string[]): XmlPart =>
    () =>
      readSchema(document, toPointer(pointer, ...steps));
  const { properties, items, additionalProperties, allOf, oneOf, anyOf } = value;
  const list = (name: string, schemas: Json | undefined): readonly XmlPart[] | undefined =>
    Array.isArray(schemas) ? schemas.map((_, index) => below(name, String(index))) : undefined;
  const { name, prefix, namespace, nodeType, attribute, wrapped } = toJsonObject(value['xml']);
  const type = [value['type']].flat().flatMap((stated) => types.find((one) => one === stated) ?? []);
  const older = attribute === true ? 'attribute' : wrapped === true && type.includes('array') ? 'element' : undefined;
  const node = nodes.find((one) => one === nodeType) ?? older;
  const all = list('allOf', allOf);
  const one = list('oneOf', oneOf) ?? list('anyOf', anyOf);
  const [, root] = /^#\/components\/schemas\/([^/]+)$/.exec(pointer) ?? [];
  return {
    ...(root !== undefined && { root }),
    ...(typeof name === 'string' && { name }),
    ...(typeof prefix === 'string' && { prefix }),
    ...(typeof namespace === 'string' && { namespace }),
    ...(type.length > 0 && { type }),
    ...(node && { node }),
    ...(isJsonObject(properties) && {
      properties: Object.fromEntries(Object.keys(properties).map((name) => [name, below('properties', name)])),
    }),
    ...(isJsonObject(additionalProperties) && { additional: below('additionalProperties') }),
    ...(isJsonObject(items) && { items: below('items') }),
    ...(all && { all }),
    ...(one && { one }),
  };
}
