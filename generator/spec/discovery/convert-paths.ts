import { isJsonObject, type JsonObject } from '../read/json.js';
import { didYouMean } from '../suggest.js';
import { convertMethod, type Service } from './convert-method.js';
import { type DiscoveryContext, flagAt, membersAt, objectAt, type Origin, shortId, textAt } from './fields.js';
import { makeMap } from './make-value.js';

const verbs: readonly string[] = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'];

/** A method and the address it is called at. */
interface Address {
  readonly method: Method;
  /** `get` */
  readonly verb: string;
  readonly path: string;
}

/** The operations of a document by path. */
export function convertPaths(context: DiscoveryContext, service: Service, methods: readonly Method[]): JsonObject {
  const byPath = new Map<string, Map<string, Method>>();
  for (const address of methods.flatMap((method) => addressOf(context, method) ?? [])) add(context, byPath, address);
  const items = [...byPath].map(([path, byVerb]) => {
    const operations = [...byVerb].map(([verb, method]) => [verb, convertMethod(context, service, method)] as const);
    const [first = service.root] = [...byVerb.values()].map(({ node }) => node);
    // The path item stands where the path of its first method does, which is where a mistake in it is mended.
    return [path, makeMap(context, { node: first, key: 'path' }, operations)] as const;
  });
  return makeMap(context, { node: service.root, key: 'resources' }, items);
}

function addressOf(context: DiscoveryContext, method: Method): Address | undefined {
  const { node, id } = method;
  const verb = textAt(context, node, 'httpMethod');
  const path = textAt(context, node, 'path');
  const absent = ['httpMethod', 'path'].find((key) => node[key] === undefined);
  if (absent !== undefined) {
    const message = `the method ${JSON.stringify(id)} needs "${absent}"`;
    context.diagnostics.error('missing-field', message, context.places.of(node));
  }
  if (verb === undefined || path === undefined || !isVerb(context, node, verb)) return undefined;
  return { method, verb: verb.toLowerCase(), path: convertPath(context, node, path, { node, key: 'path' }) };
}

function isVerb(context: DiscoveryContext, node: JsonObject, verb: string): boolean {
  if (verbs.includes(verb.toUpperCase())) return true;
  const hint = didYouMean(verb, verbs) || `; it must be one of ${verbs.join(', ')}`;
  const message = `"httpMethod" cannot be ${JSON.stringify(verb)}${hint}`;
  context.diagnostics.error('invalid-value', message, context.places.ofValue(node, 'httpMethod'));
  return false;
}

/** OpenAPI has one operation for a path and verb: a second method there cannot be told from the first. */
function add(
  context: DiscoveryContext,
  paths: Map<string, Map<string, Method>>,
  { method, verb, path }: Address,
): void {
  const item = paths.get(path) ?? new Map<string, Method>();
  paths.set(path, item);
  const first = item.get(verb);
  if (first === undefined) return void item.set(verb, method);
  const address = JSON.stringify(`${verb.toUpperCase()} ${path}`);
  const message = `${JSON.stringify(method.id)} is left out: ${address} is ${JSON.stringify(first.id)} already`;
  context.diagnostics.warning('colliding-paths', message, context.places.ofValue(method.node, 'path'));
}

/** One `{name}` or `{+name}` of a Discovery path. */
const variable = /\{(\+?)([^{}=+]+)\}/g;

/** Names of the variables of a Discovery path. */
export function pathVariables(path: string): ReadonlySet<string> {
  return new Set([...path.matchAll(variable)].flatMap(([, , name]) => (name === undefined ? [] : [name])));
}

/** A path of a method as OpenAPI writes it: `v1/{+name}` with the pattern of `name` -> `/v1/{name=accounts/*}`. */
export function convertPath(context: DiscoveryContext, method: JsonObject, path: string, origin: Origin): string {
  const parameters = objectAt(context, method, 'parameters') ?? {};
  const converted = path.replace(variable, (text, plus: string, name: string) => {
    if (plus === '') return text;
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    const pattern = isJsonObject(parameter) ? parameter['pattern'] : undefined;
    if (typeof pattern !== 'string') return `{${name}=**}`;
    const template = pathTemplate(pattern);
    if (template === undefined) warn(context, name, pattern, origin);
    return `{${name}=${template ?? '**'}}`;
  });
  return `/${converted.replace(/^\/+/, '')}`;
}

function warn({ diagnostics, places }: DiscoveryContext, name: string, pattern: string, { node, key }: Origin): void {
  const at = key === undefined ? places.of(node) : places.ofValue(node, key);
  const message = `no path template says ${JSON.stringify(pattern)}: ${JSON.stringify(`{${name}}`)} takes any segments`;
  diagnostics.warning('lossy-path', message, at);
}

/** The path template that means what a pattern does: `^accounts/[^/]+$` -> `accounts/*`; `undefined` where there is none. */
export function pathTemplate(pattern: string): string | undefined {
  // A slash inside `[^/]` separates nothing.
  const segments = pattern
    .replace(/^\^/, '')
    .replace(/\$$/, '')
    .match(/(?:\[\^\/\]|[^/])+/g) ?? [''];
  const parts = segments.map(templateSegment);
  return parts.includes(undefined) ? undefined : parts.join('/');
}

/** What one segment holds the pattern of the parameter says; the template says how many there are. */
function templateSegment(segment: string): string | undefined {
  if (/^(?:\[(?:[^\]/\\]|\\[^/]|\^\/)+\]|\\[dw])(?:[+*]|\{\d+(?:,\d*)?\})$/.test(segment)) return '*';
  if (segment === '.+' || segment === '.*') return '**';
  return /^(?:[\w.~:@!,;-]|\\[.$-])+$/.test(segment) ? segment.replaceAll('\\', '') : undefined;
}

/** A method of a Discovery document and where it belongs. */
export interface Method {
  readonly node: JsonObject;
  /** Names of the resources it is in: `['accounts', 'adUnits']`; empty for one of the API itself. */
  readonly resource: readonly string[];
  /** Id without the name of the API: `accounts.adUnits.list`; no two methods have the same. */
  readonly id: string;
  /** Whether a resource it is in is deprecated. */
  readonly deprecated: boolean;
}

/** What the methods of one resource share. */
interface Resource {
  readonly node: JsonObject;
  readonly path: readonly string[];
  readonly deprecated: boolean;
}

/** Every method: those of the API itself, then those of its resources and the resources in these, in their order. */
export function listMethods(context: DiscoveryContext, root: JsonObject): readonly Method[] {
  const taken = new Set<string>();
  return methodsOf(context, { node: root, path: [], deprecated: false }, taken);
}

function methodsOf(context: DiscoveryContext, { node, path, deprecated }: Resource, taken: Set<string>): Method[] {
  const own = membersAt(context, node, 'methods').map(([name, method]) => ({
    node: method,
    resource: path,
    id: idOf(context, method, [...path, name].join('.'), taken),
    deprecated,
  }));
  const below = membersAt(context, node, 'resources').flatMap(([name, resource]) => {
    const inner = {
      node: resource,
      path: [...path, name],
      deprecated: deprecated || flagAt(context, resource, 'deprecated'),
    };
    return methodsOf(context, inner, taken);
  });
  return [...own, ...below];
}

/** The stated id where it begins with the name of the API and is free, else one by the place of the method. */
function idOf(context: DiscoveryContext, method: JsonObject, place: string, taken: Set<string>): string {
  const stated = textAt(context, method, 'id') ?? '';
  const short = shortId(context, stated);
  const wanted = short === stated ? place : short;
  const free = [wanted, place].find((id) => !taken.has(id)) ?? numbered(wanted, taken);
  taken.add(free);
  return free;
}

function numbered(id: string, taken: ReadonlySet<string>): string {
  let number = 2;
  while (taken.has(`${id}${number}`)) number++;
  return `${id}${number}`;
}
