import { isJsonObject, toArray, type Json, type JsonObject } from '../../json.js';
import { operationTarget, type Keys, type OverlayAction } from '../migration.js';
import { subsetKey } from '../output-keys.js';
import type { Section } from '../settings/section.js';
import { getEntry, readText, type Setting } from '../settings/setting.js';
import type { FoundOperation, SpecFacts } from '../spec-facts.js';
import type { MethodSetting, ResourceSettings } from './read-resources.js';

/** The document and paging schemes with which methods are compared. */
interface MethodContext {
  readonly facts: SpecFacts;
  readonly schemes: readonly PagingScheme[];
}

/** Names operations as methods are named, says how they page, and leaves out those that no method calls. */
export function migrateMethods(
  { methods }: ResourceSettings,
  context: MethodContext,
): { readonly keys: Keys; readonly actions: readonly OverlayAction[] } {
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
  // A star in a path would stand for others.
  const left = facts.operations.filter((one) => !named.has(one) && !one.path.includes('*'));
  const keys = named.size === 0 ? [] : subsetKey(left.map(({ path, method }) => ({ path, method })));
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

/** Returns the `operationId` that gives a method its position in the client; `undefined` if the method or id is taken. */
function chooseMethodId(
  { group, name, section, key, at }: MethodSetting,
  {
    named,
    ids,
    operation,
  }: {
    readonly named: ReadonlyMap<FoundOperation, string>;
    readonly ids: ReadonlySet<string>;
    readonly operation: FoundOperation;
  },
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

/** Names lists of a query such as `include[]` `include`; parameters that several operations share keep their names. */
function parameterNames(operation: FoundOperation): readonly OverlayAction[] {
  const taken = new Set(operation.parameters.map(({ name }) => name));
  return toArray(operation.node['parameters']).flatMap((one, index) => {
    const name = isJsonObject(one) && one['in'] === 'query' ? one['name'] : undefined;
    const [, word] = typeof name === 'string' ? (/^([A-Za-z]\w*)\[\]$/.exec(name) ?? []) : [];
    if (word === undefined || taken.has(word)) return [];
    return [{ target: `${operationTarget(operation)}.parameters[${index}]`, update: { 'x-speccast-name': word } }];
  });
}

function migratePaging(
  { paginated, section, key, at }: MethodSetting,
  operation: FoundOperation,
  { facts, schemes }: MethodContext,
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

/** A way to page that a configuration declares, with the parameters and properties for it. */
interface PagingScheme {
  readonly name: string;
  readonly type: string;
  /** Query parameters by purpose, without `_param`. */
  readonly request: ReadonlyMap<string, string>;
  /** Query parameters that are there for a list of this kind. */
  readonly parameters: readonly string[];
  /** Properties of the response by purpose, without `_field`; a path with dots where they are nested. */
  readonly response: ReadonlyMap<string, string>;
  readonly section: Section;
}

/** Reads `pagination`, a list of schemes. */
export function readPaging(list: Setting | undefined, root: Section): readonly PagingScheme[] {
  if (list?.kind !== 'list') return [];
  return list.items.map((item, index) => {
    const section = root.child(item, 'pagination', String(index));
    const request = section.take('request');
    return {
      name: section.string('name') ?? '',
      type: section.string('type') ?? '',
      request: readPurposes(request),
      parameters: request?.kind === 'map' ? [...request.entries.keys()] : [],
      response: readPurposes(section.take('response')),
      section,
    };
  });
}

/** Deepest property of a response that is looked at. */
const DEEPEST = 10;

/** Finds the properties that have a purpose: `next_cursor` -> `meta.next`. */
function readPurposes(setting: Setting | undefined, path: readonly string[] = []): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (setting?.kind !== 'map' || path.length > DEEPEST) return found;
  for (const [key, { value }] of setting.entries) {
    if (value.kind !== 'map') continue;
    const own = [...path, key];
    // `x-stainless-pagination-property: { purpose: next_cursor_param }`, and shorter forms.
    const stated = getEntry(value, 'x-stainless-pagination-property') ?? getEntry(value, 'purpose');
    const text = stated?.kind === 'map' ? getEntry(stated, 'purpose') : stated;
    const purpose = readText(text)?.replace(/_(?:param|field)$/, '');
    if (purpose !== undefined && !found.has(purpose)) found.set(purpose, own.join('.'));
    for (const [name, at] of readPurposes(getEntry(value, 'properties'), own))
      if (!found.has(name)) found.set(name, at);
  }
  return found;
}

/** Finds the scheme of a list: the one that it names, or the first whose parameters and properties it has. */
function findScheme(
  schemes: readonly PagingScheme[],
  operation: FoundOperation,
  { facts, name }: { readonly facts: SpecFacts; readonly name?: string | undefined },
): PagingScheme | undefined {
  if (name !== undefined) return schemes.find((one) => one.name === name);
  const query = facts.queryNames(operation);
  const properties = facts.responseNames(operation);
  return schemes.find((one) => {
    const needed = [...one.request.values()];
    const returned = [...one.response.values()].map((path) => path.split('.', 1)[0] ?? '');
    return needed.length > 0 && needed.every((key) => query.has(key)) && returned.every((key) => properties.has(key));
  });
}

/** Returns a scheme as `x-paging` of an operation that has its parameters, or a message why it cannot be expressed. */
function pagingRule(
  scheme: PagingScheme,
  operation: FoundOperation,
  facts: SpecFacts,
): { readonly rule: JsonObject } | { readonly message: string } {
  const query = facts.queryNames(operation);
  const properties = facts.responseNames(operation);
  const sent = (purpose: string): string | undefined => within(scheme.request.get(purpose), query);
  const received = (purpose: string): string | undefined => {
    const path = scheme.response.get(purpose);
    return within(path?.split('.', 1)[0], properties) && path;
  };
  const token = sent('next_cursor');
  const next = received('next_cursor');
  const [page, offset] = [sent('page_number'), sent('offset_count')];
  const more = received('has_next_page') ?? received('has_more');
  if (token !== undefined && next !== undefined) return { rule: { token, next } };
  const [after, link] = [sent('next_cursor_id'), received('next_cursor_url')];
  if (link !== undefined) return { rule: { link } };
  if (after !== undefined) return { rule: { after, ...(more && { more }) } };
  const start = page === undefined ? offset && { offset } : { page };
  if (start === undefined)
    return { message: `the operation lacks the parameters or properties of the scheme "${scheme.name}"` };
  const total = page === undefined ? received('offset_total_count') : undefined;
  const size = scheme.parameters.find((name) => /limit|size|count/i.test(name) && query.has(name));
  return { rule: { ...start, ...(size && { size }), ...(total && { total }), ...(more && { more }) } };
}

function within(name: string | undefined, names: ReadonlySet<string>): string | undefined {
  return name !== undefined && names.has(name) ? name : undefined;
}
