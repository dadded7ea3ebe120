import type { Api, FieldEncoding, Operation, Parameter, Parts } from '../../../api/api.js';
import { compact } from '../../../api/tools/compact.js';
import { declaredProperties, schemasById } from '../../../api/schemas/target-schema.js';
import { isLeftOut } from '../../../api/schemas/walk-schema.js';
import type { JsonObject } from '../../../spec/read/json.js';
import { ownParameters, partProperty } from './operation-params.js';
import { parameterTypes } from './parameter-type.js';

/** The parameters of an operation beyond those that all share, as data. */
export function ownParameterValues(api: Api, operation: Operation): readonly JsonObject[] {
  return ownParameters(api, operation).map((parameter) => ({
    ...parameterValue(api, parameter),
    ...(parameter.property === partProperty(operation) ? defaultValue(api, operation) : {}),
  }));
}

/** Whether callers know the parameter that names parts, or the parts in a body, by another name. */
export function isFoundLate(operation: Operation): boolean {
  const { parts, callers, parameters } = operation;
  const property = partProperty(operation);
  const isRenamed = parameters.some((one) => one.property === property && one.callersName !== undefined);
  return isRenamed || (parts?.default === 'body' && callers?.parts?.names !== undefined);
}

/** What the client sends for the caller who names no parts. */
function defaultValue(api: Api, operation: Operation): JsonObject {
  const { parts } = operation;
  if (parts === undefined) return {};
  // They are found when params and body are as they are sent.
  if (isFoundLate(operation)) return { default: [] };
  return partsDefault(api, operation, parts);
}

/** The parts that are sent for callers who name none: of those that a body may hold, not what only the service sets. */
export function partsDefault(api: Api, { body }: Operation, { values, default: fallback }: Parts): JsonObject {
  if (fallback !== 'body') return { default: fallback };
  const schema = body?.contents[0]?.schema ?? body?.media?.metadata?.schema;
  const declared = schema === undefined ? [] : declaredProperties(api.schemas, schema);
  const travel = { direction: 'request', schemas: schemasById(api) } as const;
  const left = new Set(declared.flatMap((one) => (isLeftOut(one.schema, travel) ? [one.name] : [])));
  return { bodyKeys: values.filter((name) => !left.has(name)) };
}

/** A parameter as data (`OperationParameter` of the runtime). */
export function parameterValue(api: Api, parameter: Parameter): JsonObject {
  const {
    name,
    property,
    in: location,
    required,
    style,
    explode,
    allowReserved,
    contentType,
    encoding,
    schema,
  } = parameter;
  return compact({
    name,
    property: property === name ? undefined : property,
    in: location,
    isCredential: parameter.isCredential,
    required: required || undefined,
    style: style === defaultStyle(location) ? undefined : style,
    explode: explode === (style === 'form') ? undefined : explode,
    allowReserved: allowReserved || undefined,
    contentType,
    encoding: encoding && encodingValue(encoding),
    ...(isJson(contentType) ? {} : parameterTypes(api, schema, style === 'deepObject' || encoding !== undefined)),
  });
}

/** How fields are written (`FieldEncoding` of the runtime), as data. */
export function encodingValue(encoding: Readonly<Record<string, FieldEncoding>>): JsonObject {
  return Object.fromEntries(Object.entries(encoding).map(([name, one]) => [name, { ...one }]));
}

/** JSON says its types itself. */
export function isJson(mediaType: string | undefined): boolean {
  return mediaType !== undefined && /[/+]json\s*(?:;|$)/i.test(mediaType);
}

function defaultStyle(location: Parameter['in']): Parameter['style'] {
  return location === 'query' || location === 'cookie' ? 'form' : 'simple';
}
