import { compact, isJsonObject, toArray, type Json } from '../../json.js';
import { operationTarget, type Keys, type OverlayAction } from '../migration.js';
import { subsetKey } from '../output-keys.js';
import type { Section } from '../settings/section.js';
import { getEntry, listEntries, readText, type Setting } from '../settings/setting.js';
import type { FoundOperation, SpecFacts } from '../spec-facts.js';
import type { MethodSetting, ResourceSettings } from './read-resources.js';

/** The document and paging schemes with which methods are compared. */
interface MethodContext {
  readonly facts: SpecFacts;
  readonly schemes: readonly PagingScheme[];
}

/** Returns overlay actions that name operations after their methods and set their paging, and the keys that leave out all other operations. */
export function migrateMethods(
  { methods }: ResourceSettings,
  context: MethodContext,
): { readonly keys: Keys; readonly actions: readonly OverlayAction[] } {
  const { facts } = context;
  const named = new Map<FoundOperation, string>();
  const ids = new Set<string>();
  const actions = methods.flatMap((method): readonly OverlayAction[] => {
    const operation = method.isSkipped ? undefined : findOperation(method, facts);
    if (operation === undefined) return [];
    const { group, name, leave } = method;
    const id = [...group, name].join('.');
    const other = named.get(operation);
    const isTaken = ids.has(id) || name === '';
    if (other !== undefined) leave(`this operation is \`client.${other}\` already, and has one method`);
    else if (isTaken) leave(`another method is \`client.${id}\` already`);
    else if (group.length === 0) leave(`methods are in resources, as \`client.orders.${id}\` would be`);
    if (other !== undefined || isTaken) return [];
    named.set(operation, id);
    ids.add(id);
    const { deprecated, 'x-paging': paging } = operation.node;
    const update = compact({
      operationId: id,
      deprecated: (method.isDeprecated && deprecated !== true) || undefined,
      'x-paging': paging === undefined ? migratePaging(method, operation, context) : undefined,
    });
    return [{ target: operationTarget(operation), update }, ...parameterNames(operation)];
  });
  // In a pattern, `*` in a path would match other paths, too.
  const left = facts.operations.filter((one) => !named.has(one) && !one.path.includes('*'));
  const keys = named.size === 0 ? {} : subsetKey(left.map(({ path, method }) => ({ path, method })));
  return { keys, actions };
}

function findOperation({ endpoint, key, leave }: MethodSetting, facts: SpecFacts): FoundOperation | undefined {
  const found = endpoint && facts.find(endpoint.method, endpoint.path);
  if (found !== undefined) return found;
  const advice = /unwrap/.test(key)
    ? 'webhooks of the document are read by `./webhooks`'
    : 'write it in a module of your own';
  const lack = endpoint && `the document has no operation ${endpoint.method.toUpperCase()} ${endpoint.path}`;
  leave(lack ?? `this method has no endpoint; ${advice}`);
  return undefined;
}

/** Names query parameters without their brackets: `include[]` → `include`. Parameters by `$ref`, which operations share, keep their names. */
function parameterNames(operation: FoundOperation): readonly OverlayAction[] {
  const taken = new Set(operation.parameters.map(({ name }) => name));
  return toArray(operation.node['parameters']).flatMap((one, index) => {
    const name = isJsonObject(one) && one['in'] === 'query' ? one['name'] : undefined;
    const [, word] = typeof name === 'string' ? (/^([A-Za-z]\w*)\[\]$/.exec(name) ?? []) : [];
    if (word === undefined || taken.has(word)) return [];
    return [{ target: `${operationTarget(operation)}.parameters[${index}]`, update: { 'x-speccast-name': word } }];
  });
}

/** A paging scheme of the configuration, with its parameters and properties. */
interface PagingScheme {
  readonly name: string;
  /** Query parameters by purpose, without `_param`. */
  readonly request: ReadonlyMap<string, string>;
  /** All query parameters of the scheme, also those without a purpose. */
  readonly parameters: readonly string[];
  /** Properties of the response by purpose, without `_field`; a path with dots where they are nested. */
  readonly response: ReadonlyMap<string, string>;
}

/** Reads `pagination`, a list of schemes. */
export function readPaging(list: Setting | undefined, root: Section): readonly PagingScheme[] {
  if (list?.kind !== 'list') return [];
  return list.items.map((item, index) => {
    const section = root.child(item, 'pagination', String(index));
    const request = section.take('request');
    section.string('type');
    return {
      name: section.string('name') ?? '',
      request: readPurposes(request),
      parameters: listEntries(request).map(([key]) => key),
      response: readPurposes(section.take('response')),
    };
  });
}

/** Deepest property of a response that is looked at. */
const DEEPEST = 10;

/** Finds the properties that have a purpose: `next_cursor` -> `meta.next`. */
function readPurposes(setting: Setting | undefined, path: readonly string[] = []): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (path.length > DEEPEST) return found;
  for (const [key, { value }] of listEntries(setting)) {
    const own = [...path, key];
    // `x-stainless-pagination-property: { purpose: next_cursor_param }`, and shorter forms.
    const stated = getEntry(value, 'x-stainless-pagination-property') ?? getEntry(value, 'purpose');
    const purpose = readText(getEntry(stated, 'purpose') ?? stated)?.replace(/_(?:param|field)$/, '');
    const inner = readPurposes(getEntry(value, 'properties'), own);
    for (const [name, at] of purpose === undefined ? inner : [[purpose, own.join('.')] as const, ...inner])
      if (!found.has(name)) found.set(name, at);
  }
  return found;
}

/**
 * Returns `x-paging` of an operation, by the scheme that its method names, or by the first one whose parameters and properties the
 * operation has. Reports a scheme that `x-paging` cannot express.
 */
function migratePaging(
  { paginated, leave }: MethodSetting,
  operation: FoundOperation,
  { facts, schemes }: MethodContext,
): Json | undefined {
  if (operation.method !== 'get') return undefined;
  if (paginated === false) return false;
  const query = facts.queryNames(operation);
  const properties = facts.responseNames(operation);
  const isSent = ([, name]: readonly [string, string]): boolean => query.has(name);
  const isReceived = ([, path]: readonly [string, string]): boolean => properties.has(path.split('.', 1)[0] ?? '');
  const scheme = schemes.find(({ name, request, response }) => {
    if (typeof paginated === 'string') return name === paginated;
    return request.size > 0 && [...request].every(isSent) && [...response].every(isReceived);
  });
  if (scheme === undefined) return undefined;
  const sent = new Map([...scheme.request].filter(isSent));
  const received = new Map([...scheme.response].filter(isReceived));
  const [token, next] = [sent.get('next_cursor'), received.get('next_cursor')];
  if (token !== undefined && next !== undefined) return { token, next };
  const link = received.get('next_cursor_url');
  if (link !== undefined) return { link };
  const more = received.get('has_next_page') ?? received.get('has_more');
  const after = sent.get('next_cursor_id');
  if (after !== undefined) return compact({ after, more });
  const page = sent.get('page_number');
  const offset = page === undefined ? sent.get('offset_count') : undefined;
  if (page === undefined && offset === undefined) {
    const lack = `the operation lacks the parameters or properties of the scheme "${scheme.name}"`;
    leave(`${lack}; ask for its pages yourself`);
    return undefined;
  }
  const total = page === undefined ? received.get('offset_total_count') : undefined;
  const size = scheme.parameters.find((name) => /limit|size|count/i.test(name) && query.has(name));
  return compact({ page, offset, size, total, more });
}
