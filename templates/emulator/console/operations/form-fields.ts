import type { Json, JsonObject } from '@speccast/runtime';
import { toObject } from '../parts/schemas.js';
import { type Operation, resolvePointer } from '../server/service.js';

/** A parameter of an operation, as its document describes it. */
export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly isRequired: boolean;
  /** Its schema with the description. */
  readonly schema: JsonObject;
  /** True if each item of a list is a parameter: `id=1&id=2`; false for `id=1,2`. */
  readonly explode: boolean;
}

/** Fields of the form of an operation: `{ summary: "List pets", parameters: [{ name: "limit", … }], bodies }`. */
export interface FormFields {
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  /** Schemas of the body by media type. */
  readonly bodies: ReadonlyMap<string, Json>;
}

/** Finds an operation in the OpenAPI document of the service. Empty if the document does not have it. */
export function readFormFields(document: JsonObject, { id, parameters: effects }: Operation): FormFields {
  for (const item of Object.values(toObject(document['paths'])).map(toObject))
    for (const operation of Object.values(item).map(toObject)) {
      if (operation['operationId'] !== id) continue;
      const { content } = resolve(document, operation['requestBody']);
      const bodies = Object.entries(toObject(content)).map(
        ([type, media]) => [type, resolve(document, media)['schema'] ?? {}] as const,
      );
      return {
        summary: String(operation['summary'] ?? ''),
        parameters: readParameters(document, [item['parameters'], operation['parameters']], effects),
        bodies: new Map(bodies),
      };
    }
  return { summary: '', parameters: [], bodies: new Map() };
}

function resolve(document: JsonObject, value: Json | undefined): JsonObject {
  const object = toObject(value);
  const { $ref } = object;
  return typeof $ref === 'string' ? resolve(document, resolvePointer(document, $ref)) : object;
}

function readParameters(
  document: JsonObject,
  lists: readonly (Json | undefined)[],
  effects: Operation['parameters'],
): readonly Parameter[] {
  const all = lists.flatMap((list) => (Array.isArray(list) ? list : [])).map((one) => resolve(document, one));
  const byName = new Map(
    all.map(({ name, in: at, required, schema, description, explode, style }): [string, Parameter] => {
      const own = toObject(schema);
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
  const parameters = [...byName.values()].filter((one) => ['path', 'query', 'header'].includes(one.in));
  return parameters.toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired));
}

/** Lists the API keys that the service takes: `[{ name: 'key', in: 'query' }]`. */
export function listKeys(document: JsonObject): readonly { readonly name: string; readonly in: string }[] {
  const schemes = resolvePointer(document, '#/components/securitySchemes');
  return Object.values(toObject(schemes))
    .map((one) => resolve(document, one))
    .filter(({ type }) => type === 'apiKey')
    .map(({ name, in: at }) => ({ name: String(name), in: String(at) }));
}
