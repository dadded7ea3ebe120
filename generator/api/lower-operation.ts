import type { JsonObject } from '../spec/json.js';
import type { OperationObject, PathItemMethod, PathItemObject } from '../spec/openapi.js';
import type { HttpMethod, Operation } from './api.js';
import { checkStreams } from './check-streams.js';
import { lowerDoc } from './doc.js';
import type { BodyDraft } from './lower-body.js';
import { lowerBody } from './lower-body.js';
import { lowerCallFacts } from './lower-errors.js';
import type { OperationPlace, ParameterDraft } from './lower-parameter.js';
import { lowerParameters } from './lower-parameter.js';
import { lowerPaging } from './lower-paging.js';
import { lowerParts } from './lower-parts.js';
import { lowerReport, type ReportDraft } from './lower-report.js';
import type { ResponseDraft } from './lower-response.js';
import { lowerResponses } from './lower-response.js';
import { lowerSecurity } from './lower-security.js';
import { lowerServers } from './lower-server.js';
import type { Lowering } from './lowering.js';
import { dereference, lowerExtensions, namedEntries } from './lowering.js';

/** An operation before names and shapes are made. */
export interface OperationDraft extends Pick<
  Operation,
  | 'id'
  | 'method'
  | 'path'
  | 'openParameters'
  | 'parts'
  | 'paging'
  | 'reasons'
  | 'idempotent'
  | 'quota'
  | 'servers'
  | 'security'
  | 'doc'
  | 'extensions'
  | 'at'
> {
  /** `operationId`, where the spec states one. */
  readonly statedId?: string;
  readonly tags: readonly string[];
  readonly parameters: readonly ParameterDraft[];
  readonly body?: BodyDraft;
  readonly responses: readonly ResponseDraft[];
  readonly report?: ReportDraft;
}

const methods: { readonly [key: string]: HttpMethod } = {
  get: 'GET',
  put: 'PUT',
  post: 'POST',
  delete: 'DELETE',
  options: 'OPTIONS',
  head: 'HEAD',
  patch: 'PATCH',
  trace: 'TRACE',
} satisfies Record<PathItemMethod, HttpMethod>;

/** Every operation of the document, in its order: paths as written, methods as written. */
export function lowerOperations(lowering: Lowering): readonly OperationDraft[] {
  return namedEntries(lowering.root.paths).flatMap(([path, entry]) => {
    const item = pathItem(lowering, entry);
    return operationEntries(item).map(([method, node]) => lowerOperation(lowering, method, { path, item, node }));
  });
}

/** A path item whose `$ref` is followed; fields beside the `$ref` win. */
function pathItem(lowering: Lowering, item: PathItemObject): PathItemObject {
  if (item.$ref === undefined) return item;
  return { ...dereference<PathItemObject>(lowering, item), ...item };
}

function operationEntries(item: PathItemObject): readonly (readonly [HttpMethod, OperationObject])[] {
  return Object.entries(item).flatMap(([key, node]) => {
    const method = Object.hasOwn(methods, key) ? methods[key] : undefined;
    // Under a method stands an operation: the check stage has seen to it.
    return method === undefined ? [] : [[method, node as OperationObject] as const];
  });
}

function lowerOperation(lowering: Lowering, method: HttpMethod, place: OperationPlace): OperationDraft {
  const { path, item, node } = place;
  const body = lowerBody(lowering, place);
  const parameters = lowerParameters(lowering, place);
  const responses = lowerResponses(lowering, place);
  const parts = lowerParts(lowering, { parameters, body, responses });
  const paging = lowerPaging(lowering, { method, path, node, parameters, responses });
  checkStreams(lowering, responses);
  const report = lowerReport(lowering, body, responses);
  const servers = node.servers ?? item.servers;
  return {
    id: node.operationId ?? `${method} ${path}`,
    ...(node.operationId !== undefined && { statedId: node.operationId }),
    tags: node.tags ?? [],
    method,
    path,
    parameters,
    openParameters: isOpen(node),
    ...(body !== undefined && { body }),
    ...(parts !== undefined && { parts }),
    ...(report !== undefined && { report }),
    ...(paging !== undefined && { paging }),
    responses,
    ...lowerCallFacts(node),
    ...(servers !== undefined && { servers: lowerServers(servers) }),
    security: lowerSecurity(lowering, node),
    doc: lowerDoc(node),
    extensions: lowerExtensions(node),
    at: lowering.document.positions.of(node),
  };
}

/** `x-open-parameters` is `true`, or an object that says where the openness stands. */
function isOpen(node: JsonObject): boolean {
  const value = node['x-open-parameters'];
  return value === true || (typeof value === 'object' && value !== null);
}
