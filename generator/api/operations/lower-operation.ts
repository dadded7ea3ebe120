import {
  type JsonObject,
  compact,
  isCompound,
  type Json,
  listEntries,
  nonEmpty,
  toObject,
  toObjects,
  toStrings,
} from '../../json.js';
import type { HttpMethod, Operation, Webhook } from '../api.js';
import { checkStreams, lowerResponses, type ResponseDraft } from '../messages/lower-response.js';
import { lowerDoc } from '../schemas/doc.js';
import { type BodyDraft, lowerBody } from '../messages/lower-body.js';
import { lowerParameters, type OperationSource, type ParameterDraft } from '../messages/lower-parameter.js';
import { lowerPaging, reportUnknownPaging } from '../paging/lower-paging.js';
import { lowerParts, lowerReport, type ReportDraft } from './lower-parts.js';
import { listItemOperations, lowerExtensions, type Lowering, namedEntries } from '../schemas/lowering.js';
import { lowerSecurity, type OperationSecurity } from '../service/lower-security.js';
import { lowerServers } from '../service/servers.js';
import { lowerCallbacks } from './lower-webhooks.js';
import { positionName } from '../../diagnostics.js';
import { sortByKey } from '../tools/names.js';
import type { OperationObject } from '../../spec/openapi/openapi.js';
import { didYouMean } from '../../spec/suggest.js';
import type { SecurityScheme, ServiceErrors, SpentError } from '../types/service.js';
import { successResponses } from '../messages/responses.js';

/** An `Operation` before its names and shapes are lowered. */
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
  /** Callbacks: requests that the service sends because of this operation. */
  readonly callbacks: readonly Webhook[];
}

/** Lowers every operation of the document, in its order: paths as written, methods as written. */
export function lowerOperations(lowering: Lowering, schemes: readonly SecurityScheme[]): readonly OperationDraft[] {
  const entries = namedEntries(lowering.root.paths).flatMap(([path, item]) =>
    listItemOperations(lowering, item).map((one) => ({ path, ...one })),
  );
  const ids = assignIds(lowering, entries);
  const nodes = entries.map(({ node }) => node);
  const readSecurity = lowerSecurity(lowering, schemes, nodes);
  const operations = entries.map((entry) => {
    const { path, method, node, steps } = entry;
    const id = ids.get(entry) ?? { id: `${method} ${path}` };
    const callbacks = lowerCallbacks(lowering, id.id, node, ['paths', path, ...steps]);
    return { ...lowerOperation(lowering, { ...entry, ...id }, readSecurity(node)), callbacks };
  });
  reportUnknownPaging(lowering);
  return operations;
}

function lowerOperation(
  lowering: Lowering,
  source: OperationSource & OperationId & { readonly method: HttpMethod },
  security: OperationSecurity,
): Omit<OperationDraft, 'callbacks'> {
  const { id, statedId, method, path, item, node } = source;
  const body = lowerBody(lowering, source);
  const { parameters, credentials } = lowerParameters(lowering, source, security.readCarried);
  const responses = lowerResponses(lowering, source);
  const parts = lowerParts(lowering, { parameters, body, responses });
  const paging = lowerPaging(lowering, { id, method, path, node, parameters, responses });
  checkStreams(lowering, responses);
  const report = lowerReport(lowering, body, responses);
  const servers = node.servers ?? item.servers;
  const open = node['x-open-parameters'];
  return compact({
    id,
    statedId,
    tags: node.tags ?? [],
    method,
    path,
    parameters,
    credentials: nonEmpty(credentials),
    // Its value is `true`, or an object with the source of the fact.
    openParameters: open === true || isCompound(open),
    body,
    parts,
    report,
    paging,
    responses,
    ...lowerCallFacts(node),
    reads: findReads({ method, path, responses }, node['x-reads']),
    servers: servers && lowerServers(servers),
    security: security.needs,
    doc: lowerDoc(node),
    extensions: lowerExtensions(node),
    at: lowering.document.positions.of(node),
  });
}

/** The id of an operation. */
interface OperationId {
  readonly id: string;
  /** `operationId`, unless an earlier operation with the same tag has it. */
  readonly statedId?: string;
}

/**
 * Assigns each operation an id of its own: `operationId`, or else method and path (`GET /pets`). If several operations have the same
 * `operationId`, the first in the order of paths and methods keeps it; another one with the same tag is reported. One with another tag
 * keeps it as `statedId`, so its name is still built from it.
 */
function assignIds<T extends Pick<Operation, 'method' | 'path'> & { readonly node: OperationObject }>(
  { diagnostics, document }: Lowering,
  entries: readonly T[],
): ReadonlyMap<T, OperationId> {
  const { positions } = document;
  const taken = new Set<string>();
  const stated = new Map<string, OperationObject>();
  const assigned = sortByKey(entries, ({ path, method }) => `${path} ${method}`).map((entry) => {
    const { method, path, node } = entry;
    const { operationId, tags: [tag = ''] = [] } = node;
    let id = operationId ?? `${method} ${path}`;
    for (let number = 1; taken.has(id); number++) id = `${method} ${path}${number === 1 ? '' : ` ${number}`}`;
    taken.add(id);
    if (operationId === undefined) return [entry, { id }] as const;
    const key = JSON.stringify([operationId, tag]);
    const first = stated.get(key);
    if (first === undefined) {
      stated.set(key, node);
      return [entry, { id, statedId: operationId }] as const;
    }
    const [at, other] = [positions.ofValue(node, 'operationId'), positions.ofValue(first, 'operationId')];
    const message = `the operationId ${JSON.stringify(operationId)} is already used at ${positionName(other, at)}: this operation is called ${JSON.stringify(id)}`;
    diagnostics.warning('duplicate-operation-id', message, at);
    return [entry, { id }] as const;
  });
  return new Map(assigned);
}

/** Lowers the facts about the calls of an operation: `x-reasons` of errors, `x-idempotent` and `x-quota`. */
function lowerCallFacts(node: JsonObject): Pick<Operation, 'reasons' | 'idempotent' | 'quota'> {
  const { cost, bucket } = toObject(node['x-quota']);
  const isNamed = typeof bucket === 'string' && bucket !== 'default';
  return compact({
    reasons: nonEmpty(listReasons(node)),
    idempotent: node['x-idempotent'] === true || undefined,
    quota: typeof cost === 'number' ? { cost, ...(isNamed && { bucket }) } : undefined,
  });
}

/** Lowers the facts about the errors of all operations: `x-reasons`, `x-retry`, `x-quota-reset`. Reports unknown time zones and reasons. */
export function lowerServiceErrors(
  lowering: Lowering,
  operations: readonly Pick<Operation, 'reasons'>[],
): Omit<ServiceErrors, 'typeName'> | undefined {
  const { root } = lowering;
  const reasons = listReasons(root);
  const known = new Set([...reasons, ...operations.flatMap((one) => one.reasons ?? [])]);
  const retry = toObject(root['x-retry']);
  const readStated = (key: string): readonly string[] | undefined =>
    retry[key] === undefined ? undefined : knownReasons(lowering, retry, key, known);
  return nonEmpty(
    compact({
      reasons: nonEmpty(reasons),
      retryReasons: readStated('reasons'),
      finalReasons: readStated('final'),
      quota: lowerQuota(lowering, known),
    }),
  );
}

function lowerQuota(lowering: Lowering, known: ReadonlySet<string>): ServiceErrors['quota'] {
  const { root, diagnostics, document } = lowering;
  const node = toObject(root['x-quota-reset']);
  const zone = node['zone'];
  if (typeof zone !== 'string') return undefined;
  if (!isTimeZone(zone)) {
    const message = `there is no time zone ${JSON.stringify(zone)}`;
    diagnostics.error('unknown-time-zone', message, document.positions.ofValue(node, 'zone'));
    return undefined;
  }
  const errors = toObjects(node['errors']).flatMap((error): readonly SpentError[] => {
    const { status, message } = error;
    const [reason] = knownReasons(lowering, error, 'reason', known);
    if (reason === undefined || typeof message !== 'string') return [];
    return [{ ...(typeof status === 'number' && { status }), reason, message }];
  });
  const reasons = knownReasons(lowering, node, 'reasons', known);
  return compact({ timeZone: zone, reasons, errors: nonEmpty(errors) });
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Reads a list of reasons; reports those that no `x-reasons` lists, which are probably misspelt. */
function knownReasons(
  { diagnostics, document }: Lowering,
  node: JsonObject,
  key: string,
  known: ReadonlySet<string>,
): readonly string[] {
  const list = node[key];
  const texts = toStrings(list);
  texts.forEach((reason, index) => {
    if (known.has(reason)) return;
    const message = `${JSON.stringify(reason)} is not listed under "x-reasons"${didYouMean(reason, known)}`;
    const [owner, step] = Array.isArray(list) ? [list, index] : [node, key];
    const at = document.positions.ofValue(owner, step);
    diagnostics.warning('unknown-reason', message, at);
  });
  return texts;
}

/** Lists the reasons of all statuses, each once. */
function listReasons(node: JsonObject): readonly string[] {
  return [...new Set(listEntries(node['x-reasons']).flatMap(([, reasons]) => toStrings(reasons)))];
}

/** Last words of paths whose `POST` reads and changes nothing: `/jars/search`, `/jars:batchGet`, `/jars/_search`. */
const readingWords =
  /^(?:(?:advanced|fulltext|global|hybrid|m|multi|quick|semantic|similarity|vector)?search|autocomplete|batchget|filter|lookup|suggest|typeahead)$/;

/** Last words of paths whose `POST` reads or writes, depending on its body. */
const queryWords = /^(?:find|gql|graphql|query|sparql)$/;

/**
 * Finds operations that only read although their method is not `GET`: by `x-reads`, or a `POST` that responds with 200 and whose path
 * ends in a word such as `search`. Returns `perhaps` for a path that ends in a word such as `graphql`, and undefined if the method
 * decides.
 */
function findReads(
  { method, path, responses }: Pick<OperationDraft, 'method' | 'path' | 'responses'>,
  stated: Json | undefined,
): Operation['reads'] {
  if (typeof stated === 'boolean') return stated;
  const successes = successResponses(responses);
  const returnsContent = successes.every(
    ({ status, contents }) => /^(?:200|2XX|default)$/i.test(status) && contents.length > 0,
  );
  if (method !== 'POST' || !returnsContent || successes.length === 0) return undefined;
  const last = path.split(/[/:.]/).findLast((segment) => segment !== '') ?? '';
  const word = /[{}]/.test(last) ? '' : last.replace(/[^a-z]/gi, '').toLowerCase();
  return readingWords.test(word) || (queryWords.test(word) ? 'perhaps' : undefined);
}
