import { isJsonObject, type Json } from '../../json.js';
import type { OverlayAction } from '../migration.js';
import { operationTarget, excludeKey, type Excluded } from '../operations.js';
import type { FoundOperation, SpecFacts } from '../spec-facts.js';
import { findScheme, pagingRule, type PagingScheme } from './read-paging.js';
import type { MethodSetting, ResourceSettings } from './read-resources.js';

/** The document and paging schemes with which methods are compared. */
interface MethodContext {
  readonly facts: SpecFacts;
  readonly schemes: readonly PagingScheme[];
}

/** Names, paging and the subset of operations. */
interface MigratedMethods {
  readonly keys: readonly (readonly [string, Json])[];
  readonly actions: readonly OverlayAction[];
}

/** Names operations as methods are named, says how they page, and leaves out those that no method calls. */
export function migrateMethods({ methods }: ResourceSettings, context: MethodContext): MigratedMethods {
  const { facts } = context;
  const named = new Map<FoundOperation, string>();
  const ids = new Set<string>();
  const actions: OverlayAction[] = [];
  for (const method of methods) {
    if (method.isSkipped) continue;
    const operation = findOperation(method, facts);
    if (operation === undefined) continue;
    const id = chooseMethodId(method, { named, ids, operation });
    if (id === undefined) continue;
    named.set(operation, id);
    ids.add(id);
    actions.push(toMethodAction(method, { operation, id }, context), ...parameterNames(operation));
  }
  const left = facts.operations.filter((one) => !named.has(one));
  const excluded = left.map(({ path, method }): Excluded => ({ path, method }));
  const keys = named.size === 0 ? [] : excludeKey(excluded);
  return { keys, actions };
}

function findOperation(method: MethodSetting, facts: SpecFacts): FoundOperation | undefined {
  const { endpoint, section, key, at } = method;
  if (endpoint === undefined) {
    const isUnwrap = /unwrap/.test(key);
    const other = isUnwrap ? 'webhooks of the document are read by `./webhooks`' : 'write it in a module of your own';
    section.leave(key, `this method has no endpoint; ${other}`, at);
    return undefined;
  }
  const found = facts.find(endpoint.method, endpoint.path);
  if (found !== undefined) return found;
  const name = `${endpoint.method.toUpperCase()} ${endpoint.path}`;
  section.leave(key, `the document has no operation ${name}`, at);
  return undefined;
}

/** Names that operations and methods have already. */
interface Taken {
  readonly named: ReadonlyMap<FoundOperation, string>;
  readonly ids: ReadonlySet<string>;
  readonly operation: FoundOperation;
}

/** The `operationId` that gives a method its position in the client; `undefined` where it has none. */
function chooseMethodId(
  { group, name, section, key, at }: MethodSetting,
  { named, ids, operation }: Taken,
): string | undefined {
  const id = [...group, name].join('.');
  const other = named.get(operation);
  if (other !== undefined) {
    section.leave(key, `this operation is \`client.${other}\` already, and has one method`, at);
    return undefined;
  }
  if (ids.has(id) || name === '') {
    section.leave(key, `another method is \`client.${id}\` already`, at);
    return undefined;
  }
  if (group.length === 0) section.leave(key, `methods are in resources, as \`client.orders.${id}\` would be`, at);
  return id;
}

function toMethodAction(
  method: MethodSetting,
  { operation, id }: { readonly operation: FoundOperation; readonly id: string },
  { facts, schemes }: MethodContext,
): OverlayAction {
  const update: Record<string, Json> = { operationId: id };
  if (method.isDeprecated && operation.node['deprecated'] !== true) update['deprecated'] = true;
  const paging =
    operation.node['x-paging'] === undefined ? migratePaging(method, operation, { facts, schemes }) : undefined;
  if (paging !== undefined) update['x-paging'] = paging;
  return { target: operationTarget(operation), update };
}

/** Lists of a query such as `include[]` are called `include`; parameters that several operations share keep their names. */
function parameterNames(operation: FoundOperation): readonly OverlayAction[] {
  const own = operation.node['parameters'];
  const taken = new Set(operation.parameters.map(({ name }) => name));
  return (Array.isArray(own) ? own : []).flatMap((one: Json, index) => {
    const name = isJsonObject(one) && one['in'] === 'query' ? one['name'] : undefined;
    const [, word] = typeof name === 'string' ? (/^([A-Za-z]\w*)\[\]$/.exec(name) ?? []) : [];
    if (word === undefined || taken.has(word)) return [];
    return [{ target: `${operationTarget(operation)}.parameters[${index}]`, update: { 'x-speccast-name': word } }];
  });
}

function migratePaging(
  { paginated, section, key, at }: MethodSetting,
  operation: FoundOperation,
  { facts, schemes }: Pick<MethodContext, 'facts' | 'schemes'>,
): Json | undefined {
  if (paginated === false) return operation.method === 'get' ? false : undefined;
  if (operation.method !== 'get' || schemes.length === 0) return undefined;
  const name = typeof paginated === 'string' ? paginated : undefined;
  const scheme = findScheme(schemes, operation, { facts, name });
  const found = scheme === undefined ? undefined : pagingRule(scheme, operation, facts);
  if (found === undefined) return undefined;
  if ('rule' in found) return found.rule;
  section.leave(key, `${found.message}; its pages are asked for by hand`, at);
  return undefined;
}
