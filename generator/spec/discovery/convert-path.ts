import { isJsonObject } from '../../json.js';
import type { DiscoveryNode } from './discovery-node.js';

/** One `{name}` or `{+name}` of a Discovery path. */
const variable = /\{(\+?)([^{}=+]+)\}/g;

/** Lists the names of the variables of a Discovery path. */
export function pathVariables(path: string): ReadonlySet<string> {
  return new Set([...path.matchAll(variable)].flatMap(([, , name]) => (name === undefined ? [] : [name])));
}

/** Converts a path of a method, which `holder` has under `path`: `v1/{+name}` with a pattern of `name` -> `/v1/{name=accounts/*}`. */
export function convertPath(method: DiscoveryNode, path: string, holder: DiscoveryNode): string {
  const parameters = method.object('parameters')?.json ?? {};
  const converted = path.replace(variable, (text, plus: string, name: string) => {
    if (plus === '') return text;
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    const pattern = isJsonObject(parameter) ? parameter['pattern'] : undefined;
    if (typeof pattern !== 'string') return `{${name}=**}`;
    const template = pathTemplate(pattern);
    if (template === undefined) {
      const message = `no path template says ${JSON.stringify(pattern)}: ${JSON.stringify(`{${name}}`)} takes any segments`;
      holder.warning('path', 'lossy-path', message);
    }
    return `{${name}=${template ?? '**'}}`;
  });
  return `/${converted.replace(/^\/+/, '')}`;
}

/** Converts a pattern to a path template: `^accounts/[^/]+$` -> `accounts/*`; `undefined` where none means the same. */
function pathTemplate(pattern: string): string | undefined {
  // A slash inside `[^/]` separates nothing.
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
