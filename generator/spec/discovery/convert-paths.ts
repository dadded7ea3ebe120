import type { JsonObject } from '../read/json.js';
import { didYouMean } from '../suggest.js';
import { convertMethod, type Service } from './convert-method.js';
import { convertPath } from './convert-path.js';
import type { DiscoveryNode } from './discovery-node.js';
import type { Method } from './list-methods.js';

const verbs: readonly string[] = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'];

/** A method and the address it is called at. */
interface Address {
  readonly method: Method;
  /** `get` */
  readonly verb: string;
  readonly path: string;
}

/** The operations of a document by path. */
export function convertPaths(service: Service, methods: readonly Method[]): JsonObject {
  const byPath = new Map<string, Map<string, Method>>();
  for (const address of methods.flatMap((method) => addressOf(method) ?? [])) add(byPath, address);
  const items = [...byPath].map(([path, byVerb]) => {
    const operations = [...byVerb].map(([verb, method]) => [verb, convertMethod(service, method)] as const);
    const [first = service.root] = [...byVerb.values()].map(({ node }) => node);
    // The path item has the position of the path of its first method, where a mistake in it is corrected.
    return [path, first.map('path', operations)] as const;
  });
  return service.root.map('resources', items);
}

function addressOf(method: Method): Address | undefined {
  const { node, id } = method;
  const verb = node.string('httpMethod');
  const path = node.string('path');
  const absent = ['httpMethod', 'path'].find((key) => node.json[key] === undefined);
  if (absent !== undefined) node.error(absent, 'missing-field', `the method ${JSON.stringify(id)} needs "${absent}"`);
  if (verb === undefined || path === undefined || !isVerb(node, verb)) return undefined;
  return { method, verb: verb.toLowerCase(), path: convertPath(node, path, node) };
}

function isVerb(node: DiscoveryNode, verb: string): boolean {
  if (verbs.includes(verb.toUpperCase())) return true;
  const hint = didYouMean(verb, verbs) || `; it must be one of ${verbs.join(', ')}`;
  node.error('httpMethod', 'invalid-value', `"httpMethod" cannot be ${JSON.stringify(verb)}${hint}`);
  return false;
}

/** OpenAPI has one operation for a path and verb: a second method there is left out. */
function add(paths: Map<string, Map<string, Method>>, { method, verb, path }: Address): void {
  const item = paths.get(path) ?? new Map<string, Method>();
  paths.set(path, item);
  const first = item.get(verb);
  if (first === undefined) return void item.set(verb, method);
  const address = JSON.stringify(`${verb.toUpperCase()} ${path}`);
  const message = `${JSON.stringify(method.id)} is left out: ${address} is ${JSON.stringify(first.id)} already`;
  method.node.warning('path', 'colliding-paths', message);
}
