import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { XmlNodeType, XmlPart, XmlSchema, XmlType } from '@speccast/runtime/xml';
import type { EmulatorPlan } from '../../plan/plan.js';
import { type DocumentPart, findMember, operationPart, partAt } from '../../plan/operations/document-parts.js';
import type { WebhookPlan } from '../../plan/webhook-plan.js';
import { pointerStep } from '../../values/json-path.js';

/** How the body of a webhook is XML, as the document says; undefined where it is none. */
export function xmlPartOf({ document = {}, operations }: EmulatorPlan, webhook: WebhookPlan): XmlPart | undefined {
  const { kind, name, method, mediaType = '', operation } = webhook;
  if (!/[/+]xml\b/.test(mediaType)) return undefined;
  const at = (start: DocumentPart | undefined, ...steps: readonly string[]): DocumentPart | undefined =>
    steps.reduce((part, step) => part && findMember(document, part, step), start);
  const body = ['requestBody', 'content', mediaType, 'schema'];
  const steps = [method.toLowerCase(), ...body];
  if (kind === 'webhook') return partIn(document, at(partAt(document, '#'), 'webhooks', name, ...steps));
  const owner = operations.find((one) => one.operation.id === operation);
  const callback = at(owner && operationPart(document, owner), 'callbacks', name.slice(`${operation ?? ''}.`.length));
  const [expression = ''] = Object.keys(callback?.value ?? {});
  return partIn(document, at(callback, expression, ...steps));
}

function partIn(document: JsonObject, part: DocumentPart | undefined): XmlPart {
  return part === undefined ? {} : schemaOf(document, part);
}

/** Schemas can refer to each other in circles, so what is inside of one is read when it is needed. */
function schemaOf(document: JsonObject, { pointer, value }: DocumentPart): XmlSchema {
  const below = (...steps: readonly string[]): XmlPart => {
    const inner = pointer + steps.map(pointerStep).join('');
    return () => {
      const part = partAt(document, inner);
      return part === undefined ? {} : schemaOf(document, part);
    };
  };
  const listed = (name: string): readonly XmlPart[] | undefined => {
    const list = value[name];
    return Array.isArray(list) ? list.map((_, index) => below(name, String(index))) : undefined;
  };
  const { properties, items, additionalProperties, xml } = value;
  const [type, node] = [typeOf(value), isJsonObject(xml) ? nodeOf(xml, value) : undefined];
  const [all, one] = [listed('allOf'), listed('oneOf') ?? listed('anyOf')];
  const [, root] = /^#\/components\/schemas\/([^/]+)$/.exec(pointer) ?? [];
  return {
    ...(root !== undefined && { root }),
    ...(isJsonObject(xml) && namesOf(xml)),
    ...(type !== undefined && { type }),
    ...(node !== undefined && { node }),
    ...(isJsonObject(properties) && {
      properties: Object.fromEntries(Object.keys(properties).map((name) => [name, below('properties', name)])),
    }),
    ...(isJsonObject(additionalProperties) && { additional: below('additionalProperties') }),
    ...(isJsonObject(items) && { items: below('items') }),
    ...(all !== undefined && { all }),
    ...(one !== undefined && { one }),
  };
}

function namesOf(xml: JsonObject): Pick<XmlSchema, 'name' | 'prefix' | 'namespace'> {
  const names = (['name', 'prefix', 'namespace'] as const).filter((name) => typeof xml[name] === 'string');
  return Object.fromEntries(names.map((name) => [name, String(xml[name])]));
}

const nodes: readonly XmlNodeType[] = ['element', 'attribute', 'text', 'cdata', 'none'];

function nodeOf({ nodeType, attribute, wrapped }: JsonObject, schema: JsonObject): XmlNodeType | undefined {
  const stated = nodes.find((one) => one === nodeType);
  if (stated !== undefined) return stated;
  if (attribute === true) return 'attribute';
  return wrapped === true && typesIn(schema['type']).includes('array') ? 'element' : undefined;
}

const types: readonly XmlType[] = ['string', 'number', 'integer', 'boolean', 'array', 'object'];

function typeOf({ type }: JsonObject): readonly XmlType[] | undefined {
  const known = typesIn(type).flatMap((stated) => types.find((one) => one === stated) ?? []);
  return known.length === 0 ? undefined : known;
}

function typesIn(type: Json | undefined): readonly Json[] {
  return type === undefined ? [] : Array.isArray(type) ? type : [type];
}
