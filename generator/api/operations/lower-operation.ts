import type { JsonObject } from '../../spec/read/json.js';
import type { HttpMethod, Operation } from '../api.js';
import { checkStreams } from '../bodies/check-streams.js';
import { lowerDoc } from '../docs/doc.js';
import type { BodyDraft } from '../bodies/lower-body.js';
import { lowerBody } from '../bodies/lower-body.js';
import { lowerCallFacts } from './lower-errors.js';
import type { OperationPlace, ParameterDraft } from './lower-parameter.js';
import { lowerParameters } from './lower-parameter.js';
import { lowerPaging } from '../paging/lower-paging.js';
import { lowerParts } from './lower-parts.js';
import { OperationIds, type OperationId } from '../naming/operation-ids.js';
import { operationEntries, pathItem } from './path-item.js';
import { lowerReport, type ReportDraft } from './lower-report.js';
import type { ResponseDraft } from './lower-response.js';
import { lowerResponses } from './lower-response.js';
import { lowerSecurity } from '../service/lower-security.js';
import { lowerServers } from '../service/lower-server.js';
import { lowerCallbacks } from './lower-webhooks.js';
import type { Lowering } from '../lowering.js';
import { lowerExtensions, namedEntries } from '../lowering.js';
import type { Webhook } from './webhook.js';

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
  /** Requests that it has the service send. */
  readonly callbacks: readonly Webhook[];
}

/** Every operation of the document, in its order: paths as written, methods as written. */
export function lowerOperations(lowering: Lowering): readonly OperationDraft[] {
  const ids = new OperationIds(lowering);
  return namedEntries(lowering.root.paths).flatMap(([path, entry]) => {
    const item = pathItem(lowering, entry);
    return operationEntries(item).map(({ method, node, steps }) => {
      const id = ids.idOf(method, path, node);
      const callbacks = lowerCallbacks(lowering, id.id, node, ['paths', path, ...steps]);
      return { ...lowerOperation(lowering, method, { path, item, node, ...id }), callbacks };
    });
  });
}

function lowerOperation(
  lowering: Lowering,
  method: HttpMethod,
  place: OperationPlace & OperationId,
): Omit<OperationDraft, 'callbacks'> {
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
    id: place.id,
    ...(place.statedId !== undefined && { statedId: place.statedId }),
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
