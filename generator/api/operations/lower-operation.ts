import type { JsonObject } from '../../spec/read/json.js';
import type { HttpMethod, Operation, Webhook } from '../api.js';
import { checkStreams, lowerResponses, type ResponseDraft } from './lower-response.js';
import { lowerDoc } from '../docs/doc.js';
import { type BodyDraft, lowerBody } from '../bodies/lower-body.js';
import { lowerCallFacts } from './lower-errors.js';
import { lowerParameters, type OperationSource, type ParameterDraft } from './lower-parameter.js';
import { lowerPaging } from '../paging/lower-paging.js';
import { lowerParts } from './lower-parts.js';
import { operationEntries, pathItem } from './paths.js';
import { lowerReport, type ReportDraft } from './lower-report.js';
import { lowerSecurity } from '../service/lower-security.js';
import { lowerServers } from '../service/servers.js';
import { lowerCallbacks } from './lower-webhooks.js';
import { lowerExtensions, type Lowering, namedEntries } from '../lowering.js';
import type { Position } from '../../diagnostics.js';
import { positionName } from '../../spec/check/check-context.js';
import type { OperationObject } from '../../spec/openapi/openapi.js';

/** An operation before names and shapes are made. */
export interface OperationDraft extends Omit<
  Operation,
  'name' | 'typeName' | 'property' | 'group' | 'module' | 'parameters' | 'body' | 'responses' | 'report'
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
  source: OperationSource & OperationId,
): Omit<OperationDraft, 'callbacks'> {
  const { path, item, node } = source;
  const body = lowerBody(lowering, source);
  const parameters = lowerParameters(lowering, source);
  const responses = lowerResponses(lowering, source);
  const parts = lowerParts(lowering, { parameters, body, responses });
  const paging = lowerPaging(lowering, { method, path, node, parameters, responses });
  checkStreams(lowering, responses);
  const report = lowerReport(lowering, body, responses);
  const servers = node.servers ?? item.servers;
  return {
    id: source.id,
    ...(source.statedId !== undefined && { statedId: source.statedId }),
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

/** `x-open-parameters` is `true`, or an object that says where that is stated. */
function isOpen(node: JsonObject): boolean {
  const value = node['x-open-parameters'];
  return value === true || (typeof value === 'object' && value !== null);
}

/** What an operation is called. */
export interface OperationId {
  readonly id: string;
  /** `operationId`, where the spec states one that no operation before has. */
  readonly statedId?: string;
}

/** The ids of the operations of one document: who comes first keeps an `operationId`, who comes later goes by method and path. */
class OperationIds {
  readonly #lowering: Lowering;
  readonly #taken = new Map<string, Position>();

  constructor(lowering: Lowering) {
    this.#lowering = lowering;
  }

  /** Gives the next operation its id, and reports one that is taken. */
  idOf(method: HttpMethod, path: string, node: OperationObject): OperationId {
    const { diagnostics, document } = this.#lowering;
    const { operationId } = node;
    const at = document.positions.ofValue(node, 'operationId');
    const first = operationId === undefined ? undefined : this.#taken.get(operationId);
    if (operationId !== undefined && first === undefined) {
      this.#taken.set(operationId, at);
      return { id: operationId, statedId: operationId };
    }
    const id = this.#free(`${method} ${path}`);
    if (operationId !== undefined && first !== undefined) {
      const message = `the operationId ${JSON.stringify(operationId)} is taken; it is already at ${positionName(first, at)}: this operation goes by ${JSON.stringify(id)}`;
      diagnostics.warning('duplicate-operation-id', message, at);
    }
    this.#taken.set(id, at);
    return { id };
  }

  #free(id: string): string {
    let free = id;
    for (let number = 2; this.#taken.has(free); number++) free = `${id} ${number}`;
    return free;
  }
}
