import type { JsonObject } from '../read/json.js';
import { didYouMean } from '../suggest.js';
import { convertMethod, type Service } from './convert-method.js';
import { convertPath } from './convert-path.js';
import { type DiscoveryContext, stringAt } from './fields.js';
import type { Method } from './list-methods.js';
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
    // The path item has the position of the path of its first method, where a mistake in it is corrected.
    return [path, makeMap(context, { node: first, key: 'path' }, operations)] as const;
  });
  return makeMap(context, { node: service.root, key: 'resources' }, items);
}

function addressOf(context: DiscoveryContext, method: Method): Address | undefined {
  const { node, id } = method;
  const verb = stringAt(context, node, 'httpMethod');
  const path = stringAt(context, node, 'path');
  const absent = ['httpMethod', 'path'].find((key) => node[key] === undefined);
  if (absent !== undefined) {
    const message = `the method ${JSON.stringify(id)} needs "${absent}"`;
    context.diagnostics.error('missing-field', message, context.positions.of(node));
  }
  if (verb === undefined || path === undefined || !isVerb(context, node, verb)) return undefined;
  return { method, verb: verb.toLowerCase(), path: convertPath(context, node, path, { node, key: 'path' }) };
}

function isVerb(context: DiscoveryContext, node: JsonObject, verb: string): boolean {
  if (verbs.includes(verb.toUpperCase())) return true;
  const hint = didYouMean(verb, verbs) || `; it must be one of ${verbs.join(', ')}`;
  const message = `"httpMethod" cannot be ${JSON.stringify(verb)}${hint}`;
  context.diagnostics.error('invalid-value', message, context.positions.ofValue(node, 'httpMethod'));
  return false;
}

/** OpenAPI has one operation for a path and verb: a second method there cannot be distinguished from the first. */
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
  context.diagnostics.warning('colliding-paths', message, context.positions.ofValue(method.node, 'path'));
}
