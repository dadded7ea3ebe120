import type { DiscoveryNode } from './discovery-node.js';
import { isJsonObject } from '../../json.js';

/** A method of a Discovery document, with its resource and id. */
export interface Method {
  readonly node: DiscoveryNode;
  /** Names of the resources that contain it: `['shops', 'pets']`; empty for a method of the API itself. */
  readonly resource: readonly string[];
  /** Unique id without the name of the API: `shops.pets.list`. */
  readonly id: string;
  /** True if a resource that contains it is deprecated. */
  readonly deprecated: boolean;
}

/** Lists all methods: those of the API itself, then those of its resources and nested resources, in the order of the document. */
export function listMethods(root: DiscoveryNode): readonly Method[] {
  return collectMethods({ node: root, path: [], deprecated: false }, new Set());
}

function collectMethods(
  { node, path, deprecated }: Pick<Method, 'node' | 'deprecated'> & { readonly path: readonly string[] },
  taken: Set<string>,
): readonly Method[] {
  const own = node.members('methods').map(([name, method]) => {
    const id = chooseId(method, [...path, name].join('.'), taken);
    return { node: method, resource: path, id, deprecated };
  });
  const below = node.members('resources').flatMap(([name, resource]) => {
    const isDeprecated = deprecated || resource.flag('deprecated');
    return collectMethods({ node: resource, path: [...path, name], deprecated: isDeprecated }, taken);
  });
  return [...own, ...below];
}

/** Chooses the stated id without the name of the API if it is free, or else an id from the names of the resources: `shops.pets.list`. */
function chooseId(method: DiscoveryNode, path: string, taken: Set<string>): string {
  const stated = method.string('id') ?? '';
  const short = shortId(method, stated);
  const first = short === stated ? path : short;
  let free = taken.has(first) ? path : first;
  for (let number = 2; taken.has(free); number++) free = `${first}${number}`;
  taken.add(free);
  return free;
}

/** Removes the name of the API from the id of a method: `books.volumes.list` → `volumes.list`. */
export function shortId({ context: { name } }: DiscoveryNode, id: string): string {
  const prefix = `${name ?? ''}.`;
  return prefix.length > 1 && id.startsWith(prefix) && id.length > prefix.length ? id.slice(prefix.length) : id;
}

/** One `{name}` or `{+name}` of a Discovery path. */
const variable = /\{(\+?)([^{}=+]+)\}/g;

/** Lists the names of the variables of a Discovery path. */
export function pathVariables(path: string): ReadonlySet<string> {
  return new Set([...path.matchAll(variable)].flatMap(([, , name]) => (name === undefined ? [] : [name])));
}

/** Converts a path of a method, which is the field `path` of `holder`: `v1/{+name}` with a pattern of `name` → `/v1/{name=accounts/*}`. */
export function convertPath(method: DiscoveryNode, path: string, holder: DiscoveryNode): string {
  const parameters = method.object('parameters')?.json ?? {};
  const converted = path.replace(variable, (text, plus: string, name: string) => {
    if (plus === '') return text;
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    const pattern = isJsonObject(parameter) ? parameter['pattern'] : undefined;
    if (typeof pattern !== 'string') return `{${name}=**}`;
    const template = pathTemplate(pattern);
    if (template === undefined) {
      const message = `OpenAPI has no path template for ${JSON.stringify(pattern)}: ${JSON.stringify(`{${name}}`)} accepts any segments`;
      holder.warning('path', 'widened-path', message);
    }
    return `{${name}=${template ?? '**'}}`;
  });
  return `/${converted.replace(/^\/+/, '')}`;
}

/** Converts a pattern to a path template: `^accounts/[^/]+$` → `accounts/*`; `undefined` if no template means the same. */
function pathTemplate(pattern: string): string | undefined {
  // Splits at slashes, but not at the slash inside `[^/]`.
  const segments = pattern
    .replace(/^\^/, '')
    .replace(/\$$/, '')
    .match(/(?:\[\^\/\]|[^/])+/g) ?? [''];
  const parts = segments.map((segment) => {
    if (/^(?:\[(?:[^\]/\\]|\\[^/]|\^\/)+\]|\\[dw])(?:[+*]|\{\d+(?:,\d*)?\})$/.test(segment)) return '*';
    if (segment === '.+' || segment === '.*') return '**';
    return /^(?:[\w.~:@!,;-]|\\[.$-])+$/.test(segment) ? segment.replaceAll('\\', '') : undefined;
  });
  return parts.includes(undefined) ? undefined : parts.join('/');
}
