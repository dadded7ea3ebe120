import { fields } from '../code/templates.js';
import { groupBy, listPresent } from '../../iterables.js';
import type { Api, Content, Operation, RequestBody, Response, Parameter } from '../../api/api.js';
import { withTemplates } from '../../api/tools/paths.js';
import { ownAddress } from '../../api/service/servers.js';
import { errorsInXml } from '../../api/shapes/error-bodies.js';
import { successResponses } from '../../api/messages/responses.js';
import { compact, isJsonObject, type Json, type JsonObject, nonEmpty, toObject, toStrings } from '../../json.js';
import { responseHeaders } from '../code/operation-result.js';
import { bodyIsRequired, findCommonParams } from '../code/operation-params.js';
import { parameterTypes, encodingValue, isJson, ownParameterValues } from '../code/parameter-values.js';
import { findProperty, followSchema } from '../../api/schemas/target-schema.js';
import type { Schema } from '../../api/types/schema.js';
import { schemaKey } from '../code/operation-parts.js';
import { toCallersProperty } from '../../api/conversions/names-agree.js';
import { renameParameter, mapPaging } from '../../api/paging/habits.js';
import { type Imports, runtime } from '../code/imports.js';
import type { TypeSide } from '../code/types.js';

/** The default of `responses` in a descriptor: 200 with JSON. */
const jsonResponses = JSON.stringify([{ status: '200', contents: [{ mediaType: 'application/json' }] }]);

/** Returns the descriptor of an operation as data (`Operation` of the runtime) without members that have their defaults. */
export function descriptorValue(api: Api, operation: Operation): JsonObject {
  const { id, method, path, body, openParameters, parameters, responses, quota, idempotent, reads } = operation;
  const isWhole = api.commonParameters !== undefined && findCommonParams(api, operation) === undefined;
  const joins = joinsValue(api, operation);
  const paging = pagingValue(operation, 'callers');
  const size = paging?.['size'];
  const templates = new Map(
    parameters.flatMap(({ name, template }) => (template === undefined ? [] : [[name, template]])),
  );
  const successes = successResponses(responses).map(responseValue);
  const xmlErrors = errorsInXml(operation).map(({ status, contents }) => ({
    status,
    contents: contents.map(contentValue),
  }));
  const { keys = [], ...report } = (operation.callers ?? operation).report ?? {};
  return compact({
    id,
    method,
    // The fragment of an address is never sent.
    path: withTemplates(path, templates).replace(/#.*$/s, ''),
    baseUrl: ownAddress(api, operation),
    parameters: nonEmpty(ownParameterValues(api, operation)),
    ownParametersOnly: isWhole || undefined,
    openParameters: openParameters || undefined,
    ...(body && bodyValues(body)),
    responses: JSON.stringify(successes) === jsonResponses ? undefined : successes,
    xmlErrors: nonEmpty(xmlErrors),
    headers: headersValue(api, operation),
    report: 'row' in report ? compact({ ...report, maps: nonEmpty(keys.map(({ map }) => map)) }) : undefined,
    // Calls with ids can be joined, so they must not send the size of a page.
    paging:
      joins !== undefined && isJsonObject(size)
        ? { ...paging, size: { ...size, excludedBy: [...new Set([parameterName, ...toStrings(size['excludedBy'])])] } }
        : paging,
    quota: quota && { ...quota },
    idempotent,
    // The runtime may repeat or prefetch a call that reads, which is not safe for `perhaps`.
    reads: reads === 'perhaps' ? undefined : reads,
    joins,
    auth: authValue(operation),
  });
}

/** Returns the typed headers of the response (`OperationHeader` of the runtime). */
function headersValue(api: Api, operation: Operation): Json | undefined {
  const headers = responseHeaders(operation).map(({ name, explode, contentType, schema }) =>
    compact({ name, explode, ...(isJson(contentType) ? { json: true } : parameterTypes(api, schema, false)) }),
  );
  return nonEmpty(headers);
}

function bodyValues(body: RequestBody): Record<string, Json | undefined> {
  const { contents, media } = body;
  return {
    body: nonEmpty(contents.map(contentValue)),
    bodyRequired: bodyIsRequired(body) || undefined,
    media:
      media &&
      compact({
        required: media.required || undefined,
        mediaTypes: media.mediaTypes,
        metadata: media.metadata && true,
        upload: media.upload?.kind === 'prefix' ? media.upload.prefix : undefined,
        uploadPath: media.upload?.kind === 'path' ? media.upload.path : undefined,
      }),
  };
}

function responseValue({ status, contents }: Response): Json {
  const json = contents.find(({ kind }) => kind === 'json');
  const values = contents.map((one) => {
    // The operation's validator is the one of its JSON, which does not fit XML with another schema.
    const isOther = one.kind === 'xml' && json !== undefined && schemaKey(one) !== schemaKey(json);
    return isOther ? { ...toObject(contentValue(one)), unvalidated: true } : contentValue(one);
  });
  return compact({ status, contents: nonEmpty(values) });
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
 * Returns the alternatives of credentials: `['apiKey', ['basic', 'token'], []]`. A scheme alone is a string, schemes that are needed
 * together are a list, and an empty list means no credential. Alternatives that only differ in scopes are listed once.
 */
function authValue({ security }: Operation): Json {
  const all = security.map((needs) => needs.map(({ scheme }) => scheme));
  const alternatives = groupBy(all, (schemes) => JSON.stringify(schemes.toSorted()));
  return [...alternatives.values()].flatMap(([schemes = []]) => [schemes.length === 1 ? (schemes[0] ?? '') : schemes]);
}

/** The parameter of a list that selects items by id. */
const parameterName = 'id';

/** Default of the runtime for the most ids in a request. */
const usualMost = 50;

/** Names of the parameter for the size of a page. */
const sizeNames = /^(?:max_?results|page_?size|per_?page|limit)$/i;

/**
 * Returns the rules for joining calls with ids into one request (`OperationJoins` of the runtime). They exist for a list with a parameter
 * `id` that takes several strings, and whose items have a string `id`.
 */
function joinsValue(api: Api, operation: Operation): JsonObject | undefined {
  const { method, parameters, paging, extensions } = operation;
  const parameter = parameters.find(({ name, in: location }) => name === parameterName && location === 'query');
  if (method !== 'GET' || parameter?.property !== parameterName || paging?.items === undefined) return undefined;
  const ids = followSchema(api.schemas, parameter.schema);
  const isStringList =
    ids.types?.join() === 'array' && ids.array?.items !== undefined && isString(api, ids.array.items);
  if (!isStringList || !itemsHaveIds(api, operation, paging.items)) return undefined;
  const most = ids.array?.maxItems ?? usualMost;
  const excluded = toStrings(toObject(toObject(extensions['x-parameter-rules'])['excludes'])[parameterName]);
  const size = parameters.find(({ name, in: location }) => location === 'query' && sizeNames.test(name));
  return {
    ...(most === usualMost ? {} : { max: most }),
    // If the spec excludes the size beside `id`, the client never sends it anyway.
    ...(size !== undefined && !excluded.includes(size.name) && { size: size.property }),
  };
}

function isString(api: Api, schema: Schema): boolean {
  return followSchema(api.schemas, schema).types?.join() === 'string';
}

function itemsHaveIds(api: Api, { responses }: Operation, items: string): boolean {
  const contents = successResponses(responses).flatMap((response) => response.contents);
  return contents.some(({ schema }) => {
    const list = findProperty(api.schemas, schema, items)?.schema;
    const item = list && followSchema(api.schemas, list).array?.items;
    const id = item && findProperty(api.schemas, item, parameterName)?.schema;
    return id !== undefined && isString(api, id);
  });
}

/** Returns the paging of a list (`OperationPaging` of the runtime), with parameters by the names for callers or on the wire. */
export function pagingValue(operation: Operation, side: TypeSide): JsonObject | undefined {
  const { paging } = (side === 'callers' && operation.callers) || operation;
  if (paging === undefined) return undefined;
  const same = (path: string): string => path;
  const toName = side === 'callers' ? toCallersProperty : ({ property }: Parameter): string => property;
  const parameter = (path: string): string => renameParameter(operation.parameters, path, toName);
  const { link, numbers, ...named } = mapPaging(paging, { parameter, member: same, property: same });
  const { items, token, after, more, last } = paging;
  const paths = [items, token?.property, paging.link, after?.lastId, after?.firstId, more, last];
  const outer = [...paths, paging.numbers?.total, paging.numbers?.pages].map((path) => String(path).split('.')[0]);
  const { kind = 'page', parameter: number = '', first, ...rest } = numbers ?? {};
  const isUsual = first === (kind === 'page' ? 1 : 0);
  return compact({
    ...named,
    link: link === true ? undefined : link,
    numbers:
      link === undefined && numbers
        ? compact({ [kind]: number, first: isUsual ? undefined : first, ...rest })
        : undefined,
    // Members of the response that pages of the client would hide: `meta` of `meta.next_cursor`.
    keeps: nonEmpty(['meta', 'next'].filter((name) => outer.includes(name))),
  }) as JsonObject; // The facts are plain data.
}

/**
 * Lists members with the functions that read the pages of a list: `next: nextLink`. Bundles then contain only the functions that their
 * lists need. A string token in the response needs no function.
 */
export function pagingReaders(api: Api, { paging, parameters }: Operation, imports: Imports): readonly string[] {
  if (paging === undefined) return [];
  const { size, token, link, after, numbers, more, last } = paging;
  const find = (path: string): Parameter | undefined =>
    parameters.find((one) => one.in === 'query' && one.name === path);
  const own = token && find(token.parameter);
  const isText = own && !/^(?:integer|number|boolean)$/.test(String(parameterTypes(api, own.schema, false)['type']));
  const isPlain = isText && token?.property !== undefined && (more ?? last) === undefined;
  const byToken = token && (token.property ?? token.header) === undefined ? 'nextHeader' : 'nextToken';
  const style = link ? 'nextLink' : after ? 'nextAfter' : numbers ? 'nextNumbered' : token && !isPlain && byToken;
  const use = (key: string, name: string): string => `${key}: ${imports.use(runtime(name))}`;
  return listPresent([
    style && use('next', style),
    size && !find(size.parameter) && use('ask', 'askInside'),
    after?.before !== undefined && use('order', 'fromLast'),
  ]);
}

/** Prints the members of an object literal: `['size: 2']`. */
export function printMembers(data: JsonObject): readonly string[] {
  return fields(data).map(({ name, value }) => `${name}: ${value.text}`);
}
