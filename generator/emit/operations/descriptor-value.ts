import type { Api, Content, Operation, Parameter, RequestBody, Response } from '../../api/api.js';
import type { Json, JsonObject } from '../../spec/json.js';
import { bodyIsRequired, callerParameters } from '../code/operation-params.js';
import { behindReferences, parameterType } from '../code/parameter-type.js';

/** The descriptor of an operation as data (`Operation` of the runtime); what is the default is left out. */
export function descriptorValue(api: Api, operation: Operation): JsonObject {
  const { id, method, path, body, openParameters } = operation;
  const parameters = callerParameters(api, operation).map((parameter) => parameterValue(api, parameter));
  return compactJson({
    id,
    method,
    path,
    parameters: parameters.length === 0 ? undefined : parameters,
    openParameters: openParameters || undefined,
    ...(body === undefined ? {} : bodyValues(body)),
    responses: operation.responses.map(responseValue),
    auth: authValue(operation),
  });
}

function parameterValue(api: Api, parameter: Parameter): Json {
  const { name, property, in: place, required, style, explode, allowReserved, contentType } = parameter;
  return compactJson({
    name,
    property: property === name ? undefined : property,
    in: place,
    required: required || undefined,
    style: style === defaultStyle(place) ? undefined : style,
    explode: explode === (style === 'form') ? undefined : explode,
    allowReserved: allowReserved || undefined,
    contentType,
    ...parameterTypes(api, parameter),
  });
}

function parameterTypes(api: Api, { schema }: Parameter): Record<string, Json | undefined> {
  const type = parameterType(api, schema);
  const { array, object } = behindReferences(api, schema);
  const items = type === 'array' && array?.items !== undefined ? parameterType(api, array.items) : 'string';
  const properties = (object?.properties ?? []).map((one) => [one.name, parameterType(api, one.schema)] as const);
  return {
    type: type === 'string' ? undefined : type,
    items: items === 'string' ? undefined : items,
    properties: type === 'object' && properties.length > 0 ? Object.fromEntries(properties) : undefined,
  };
}

function defaultStyle(place: Parameter['in']): Parameter['style'] {
  return place === 'query' || place === 'cookie' ? 'form' : 'simple';
}

function bodyValues(body: RequestBody): Record<string, Json | undefined> {
  const { contents, media } = body;
  return {
    body: contents.length === 0 ? undefined : contents.map(contentValue),
    bodyRequired: bodyIsRequired(body) || undefined,
    media:
      media &&
      compactJson({
        required: media.required || undefined,
        mediaTypes: media.mediaTypes,
        metadata: media.metadata === undefined ? undefined : true,
      }),
  };
}

function responseValue({ status, contents }: Response): Json {
  return compactJson({ status, contents: contents.length === 0 ? undefined : contents.map(contentValue) });
}

function contentValue({ mediaType, kind }: Content): Json {
  return compactJson({ mediaType, kind: kind === 'json' ? undefined : kind });
}

/** One scheme stands as a string, several that are needed together as a list; an empty list needs none. */
function authValue(operation: Operation): Json {
  return operation.security.map((needs) => {
    const [first, ...rest] = needs.map((need) => need.scheme);
    return first !== undefined && rest.length === 0 ? first : needs.map((need) => need.scheme);
  });
}

function compactJson(value: Record<string, Json | undefined>): JsonObject {
  const entries = Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[key, item] as const]));
  return Object.fromEntries(entries);
}
