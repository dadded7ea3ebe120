import type { Json, JsonObject } from '@speccast/runtime';
import { isObject } from '../parts/schemas.js';
import { type Operation, resolvePointer } from '../server/service.js';

/** A parameter of an operation, as its document describes it. */
export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly isRequired: boolean;
  /** Its schema with the description. */
  readonly schema: JsonObject;
  /** Whether a list is repeated; otherwise commas separate it. */
  readonly explode: boolean;
}

/** Fields of the form of an operation: `{ summary: "List pets", parameters: [{ name: "limit", … }], bodies }`. */
export interface FormFields {
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  /** Schemas of the body by media type. */
  readonly bodies: ReadonlyMap<string, Json>;
}

const nothing: FormFields = { summary: '', parameters: [], bodies: new Map() };

/** Finds an operation in the OpenAPI document of the service. Empty for one that it does not have. */
export function readFormFields(document: JsonObject, { id, parameters: effects }: Operation): FormFields {
  const paths = isObject(document['paths']) ? document['paths'] : {};
  for (const item of Object.values(paths)) {
    if (!isObject(item)) continue;
    for (const operation of Object.values(item)) {
      if (!isObject(operation) || operation['operationId'] !== id) continue;
      return {
        summary: String(operation['summary'] ?? ''),
        parameters: parametersOf(document, [item['parameters'], operation['parameters']], effects),
        bodies: bodiesOf(document, operation['requestBody']),
      };
    }
  }
  return nothing;
}

function resolved(document: JsonObject, value: Json | undefined): JsonObject {
  if (!isObject(value)) return {};
  const { $ref } = value;
  return typeof $ref === 'string' ? resolved(document, resolvePointer(document, $ref)) : value;
}

function parametersOf(
  document: JsonObject,
  lists: readonly (Json | undefined)[],
  effects: Operation['parameters'],
): readonly Parameter[] {
  const all = lists.flatMap((list) => (Array.isArray(list) ? list : [])).map((one) => resolved(document, one));
  const byName = new Map(
    all.map(({ name, in: at, required, schema, description, explode, style }): [string, Parameter] => {
      const own = isObject(schema) ? schema : {};
      const effect = effects.find((one) => one.name === name && one.in === at)?.effect;
      const about = [description ?? own['description'], effect && `Effect here: ${effect}.`].filter(Boolean).join(' ');
      return [
        `${String(at)} ${String(name)}`,
        {
          name: String(name),
          in: String(at),
          isRequired: required === true,
          schema: { ...own, ...(about !== '' && { description: about }) },
          explode: explode !== false && (style === undefined || style === 'form'),
        },
      ];
    }),
  );
  const parameters = [...byName.values()].filter(
    (one) => one.in === 'path' || one.in === 'query' || one.in === 'header',
  );
  return [...parameters.filter(({ isRequired }) => isRequired), ...parameters.filter(({ isRequired }) => !isRequired)];
}

function bodiesOf(document: JsonObject, body: Json | undefined): ReadonlyMap<string, Json> {
  const { content } = resolved(document, body);
  const types = Object.entries(isObject(content) ? content : {});
  return new Map(types.map(([type, described]) => [type, resolved(document, described)['schema'] ?? {}]));
}

/** Names and positions of the API keys that the service takes. */
export function keysOf(document: JsonObject): readonly { readonly name: string; readonly in: string }[] {
  const schemes = resolvePointer(document, '#/components/securitySchemes');
  return Object.values(isObject(schemes) ? schemes : {})
    .map((one) => resolved(document, one))
    .filter(({ type }) => type === 'apiKey')
    .map(({ name, in: at }) => ({ name: String(name), in: String(at) }));
}
