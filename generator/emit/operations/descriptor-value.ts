import type { Api, Content, Operation, RequestBody, Response } from '../../api/api.js';
import { withTemplates } from '../../api/tools/paths.js';
import { ownAddress } from '../../api/service/servers.js';
import { errorsInXml } from '../../api/shapes/error-bodies.js';
import { successResponses } from '../../api/messages/responses.js';
import { compact, isJsonObject, type Json, type JsonObject } from '../../json.js';
import { responseHeaders } from '../code/operation-result.js';
import { bodyIsRequired, findCommonParams } from '../code/operation-params.js';
import { parameterTypes, encodingValue, isJson, ownParameterValues } from '../code/parameter-values.js';
import { declaredProperties, followSchema } from '../../api/schemas/target-schema.js';
import type { Schema } from '../../api/types/schema.js';
import { schemaKey } from '../code/operation-parts.js';
import { toObject, toStrings } from '../../api/tools/extension-values.js';
import { pagingValue } from './paging-value.js';

const jsonResponses = JSON.stringify([{ status: '200', contents: [{ mediaType: 'application/json' }] }]);

/** The descriptor of an operation as data (`Operation` of the runtime); what is the default is left out. */
export function descriptorValue(api: Api, operation: Operation): JsonObject {
  const { id, method, path, body, openParameters } = operation;
  const isWhole = api.commonParameters !== undefined && findCommonParams(api, operation) === undefined;
  const parameters = ownParameterValues(api, operation);
  const joins = joinsValue(api, operation);
  const templates = new Map(
    operation.parameters.flatMap(({ name, template }) => (template === undefined ? [] : [[name, template]])),
  );
  return compact({
    id,
    method,
    // What follows a `#` is never sent.
    path: withTemplates(path, templates).replace(/#.*$/s, ''),
    baseUrl: ownAddress(api, operation),
    parameters: parameters.length === 0 ? undefined : parameters,
    ownParametersOnly: isWhole || undefined,
    openParameters: openParameters || undefined,
    ...(body === undefined ? {} : bodyValues(body)),
    responses: responsesValue(operation),
    xmlErrors: xmlErrorsValue(operation),
    headers: headersValue(api, operation),
    report: reportValue(operation.callers ?? operation),
    paging: withJoined(pagingValue(operation, 'callers'), joins),
    quota: operation.quota === undefined ? undefined : { ...operation.quota },
    idempotent: operation.idempotent,
    // Whoever repeats a call, or makes it unasked, has to be sure.
    reads: operation.reads === 'perhaps' ? undefined : operation.reads,
    joins,
    auth: authValue(operation),
  });
}

/** Excludes the size of a page from calls that ask for ids, which with a size of their own would not join others. */
function withJoined(paging: JsonObject | undefined, joins: JsonObject | undefined): JsonObject | undefined {
  const { size } = paging ?? {};
  if (joins === undefined || !isJsonObject(size)) return paging;
  return { ...paging, size: { ...size, excludedBy: [...new Set([parameterName, ...toStrings(size['excludedBy'])])] } };
}

/** Which headers of its response are read with their types (`OperationHeader` of the runtime). */
function headersValue(api: Api, operation: Operation): Json | undefined {
  const headers = responseHeaders(operation).map(({ name, explode, contentType, schema }) =>
    compact({
      name,
      explode,
      ...(isJson(contentType) ? { json: true } : parameterTypes(api, schema, false)),
    }),
  );
  return headers.length === 0 ? undefined : headers;
}

/** Of what its response consists (`ReportPieces` of the runtime). */
function reportValue({ report }: Pick<Operation, 'report'>): Json | undefined {
  if (report === undefined) return undefined;
  const { keys, ...pieces } = report;
  return keys.length === 0 ? pieces : { ...pieces, maps: keys.map(({ map }) => map) };
}

function bodyValues(body: RequestBody): Record<string, Json | undefined> {
  const { contents, media } = body;
  return {
    body: contents.length === 0 ? undefined : contents.map(contentValue),
    bodyRequired: bodyIsRequired(body) || undefined,
    media:
      media &&
      compact({
        required: media.required || undefined,
        mediaTypes: media.mediaTypes,
        metadata: media.metadata === undefined ? undefined : true,
        upload: media.upload?.kind === 'prefix' ? media.upload.prefix : undefined,
        uploadPath: media.upload?.kind === 'path' ? media.upload.path : undefined,
      }),
  };
}

/** Returns the responses that mean success; `undefined` for the usual one, `200` with `application/json`. */
function responsesValue(operation: Operation): Json | undefined {
  const values = successResponses(operation.responses).map(responseValue);
  return JSON.stringify(values) === jsonResponses ? undefined : values;
}

function xmlErrorsValue(operation: Operation): Json | undefined {
  const errors = errorsInXml(operation).map(({ status, contents }) => ({
    status,
    contents: contents.map(contentValue),
  }));
  return errors.length === 0 ? undefined : errors;
}

function responseValue({ status, contents }: Response): Json {
  const json = contents.find(({ kind }) => kind === 'json');
  const values = contents.map((one) => {
    // The validator is that of the JSON.
    const isOther = one.kind === 'xml' && json !== undefined && schemaKey(one) !== schemaKey(json);
    return isOther ? { ...toObject(contentValue(one)), unvalidated: true } : contentValue(one);
  });
  return compact({ status, contents: values.length === 0 ? undefined : values });
}

function contentValue({ mediaType, kind, items, encoding }: Content): Json {
  return compact({
    mediaType,
    kind: kind === 'json' ? undefined : kind,
    items: items === 'event' ? undefined : items,
    encoding: encoding && encodingValue(encoding),
  });
}

/**
 * One scheme is a string, several that are needed together as a list; an empty list needs none.
 * Alternatives that differ in nothing but scopes are one: a credential does not show its scopes.
 */
function authValue(operation: Operation): Json {
  const alternatives = new Map<string, Json>();
  for (const needs of operation.security) {
    const schemes = needs.map((need) => need.scheme);
    const [first, ...rest] = schemes;
    const key = JSON.stringify(schemes.toSorted());
    if (!alternatives.has(key)) alternatives.set(key, first !== undefined && rest.length === 0 ? first : schemes);
  }
  return [...alternatives.values()];
}

/** The parameter of a list that asks for certain items. */
const parameterName = 'id';

/** Most ids of a request where a descriptor has no `max`: the default of the runtime. */
const usualMost = 50;

/** Names under which a list takes the size of its pages. */
const sizeNames = /^(?:max_?results|page_?size|per_?page|limit)$/i;

/**
 * Returns how calls that ask for ids join (`OperationJoins` of the runtime): those of a list with a parameter `id` that takes several
 * strings, and whose items have a string `id`.
 */
function joinsValue(api: Api, operation: Operation): JsonObject | undefined {
  const { method, parameters, paging } = operation;
  const parameter = parameters.find(({ name, in: location }) => name === parameterName && location === 'query');
  if (method !== 'GET' || parameter?.property !== parameterName || paging?.items === undefined) return undefined;
  const ids = followSchema(api.schemas, parameter.schema);
  if (!isStringList(api, ids) || !itemsHaveIds(api, operation, paging.items)) return undefined;
  const most = ids.array?.maxItems ?? usualMost;
  const size = findSizeParameter(operation);
  return { ...(most === usualMost ? {} : { max: most }), ...(size === undefined ? {} : { size }) };
}

function isStringList(api: Api, { types, array }: Schema): boolean {
  return types?.join() === 'array' && array?.items !== undefined && isString(api, array.items);
}

function isString(api: Api, schema: Schema): boolean {
  return followSchema(api.schemas, schema).types?.join() === 'string';
}

function itemsHaveIds(api: Api, { responses }: Operation, items: string): boolean {
  const contents = successResponses(responses).flatMap((response) => response.contents);
  return contents.some(({ schema }) => {
    const list = findPropertySchema(api, schema, items);
    const item = list && followSchema(api.schemas, list).array?.items;
    const id = item && findPropertySchema(api, item, parameterName);
    return id !== undefined && isString(api, id);
  });
}

function findPropertySchema(api: Api, schema: Schema, name: string): Schema | undefined {
  const properties = declaredProperties(api.schemas, schema);
  return properties.find((one) => one.name === name)?.schema;
}

/** The parameter with the size of a page, where the spec does not say that it excludes `id`. */
function findSizeParameter({ parameters, extensions }: Operation): string | undefined {
  const excluded = toStrings(toObject(toObject(extensions['x-parameter-rules'])['excludes'])[parameterName]);
  const found = parameters.find(({ name, in: location }) => location === 'query' && sizeNames.test(name));
  return found === undefined || excluded.includes(found.name) ? undefined : found.property;
}
