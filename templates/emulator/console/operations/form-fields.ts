import type { Json, JsonObject } from '@speccast/runtime';
import { resolvePointer, toList, toObject } from '../parts/index.js';
import type { Operation } from '../server/index.js';

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
  /** The API keys that the service takes: `[{ name: 'key', in: 'query' }]`. */
  readonly keys: readonly Pick<Parameter, 'name' | 'in'>[];
}

/** Finds an operation in the OpenAPI document of the service. Empty if the document does not have it. */
export function readFormFields(document: JsonObject, { id, parameters: effects }: Operation): FormFields {
  const items = Object.values(toObject(document.paths)).map(toObject);
  const all = items.flatMap((item) => Object.values(item).map((operation) => ({ ...toObject(operation), item })));
  const {
    item,
    parameters,
    requestBody,
    summary = '',
  }: JsonObject = all.find((one: JsonObject) => one.operationId === id) ?? {};
  const { content } = resolve(document, requestBody);
  const bodies = Object.entries(toObject(content)).map(
    ([type, media]) => [type, resolve(document, media).schema ?? {}] as const,
  );
  const found = [...toList(toObject(item).parameters), ...toList(parameters)].map((one) =>
    readParameter(resolve(document, one), effects),
  );
  // Parameters of an operation replace those of its path.
  const byName = new Map(found.map((one) => [`${one.in} ${one.name}`, one]));
  return {
    summary: String(summary),
    parameters: [...byName.values()]
      .filter((one) => ['path', 'query', 'header'].includes(one.in))
      .toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired)),
    bodies: new Map(bodies),
    keys: Object.values(toObject(toObject(document.components).securitySchemes))
      .map((one) => resolve(document, one))
      .filter(({ type }) => type === 'apiKey')
      .map(({ name, in: at }) => ({ name: String(name), in: String(at) })),
  };
}

function resolve(document: JsonObject, value: Json | undefined): JsonObject {
  const object = toObject(value);
  const { $ref } = object;
  return typeof $ref === 'string' ? resolve(document, resolvePointer(document, $ref)) : object;
}

function readParameter(described: JsonObject, effects: Operation['parameters']): Parameter {
  const { name, in: at, required, schema, explode, style = 'form' } = described;
  const own = toObject(schema);
  const effect = effects.find((one) => one.name === name && one.in === at)?.effect;
  const about = [described.description ?? own.description, effect && `Effect here: ${effect}.`].filter(Boolean);
  return {
    name: String(name),
    in: String(at),
    isRequired: required === true,
    schema: { ...own, description: about.join(' ') },
    explode: explode !== false && style === 'form',
  };
}
