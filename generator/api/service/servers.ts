import type { Api, Operation } from '../api.js';
import type { Server } from '../types/service.js';
import type { ServerObject } from '../../spec/openapi/openapi.js';
import { compact } from '../../json.js';
import { namedEntries, type Lowering } from '../schemas/lowering.js';

/** Returns the address that a client calls by default: the first absolute server, without a slash at the end. */
export function defaultAddress(servers: readonly Server[]): string | undefined {
  const server = servers.find(isAbsolute);
  return server && fillVariables(server).replace(/\/+$/, '');
}

/** Returns the address that a client calls by default; if the document has no servers, that of the first operation with an absolute one. */
export function serviceAddress({ servers, operations }: Api): string | undefined {
  const address = defaultAddress(servers);
  if (address !== undefined || servers.length > 0) return address;
  return operations.map((operation) => defaultAddress(operation.servers ?? [])).find((one) => one !== undefined);
}

/**
 * Returns the address that a client is generated with: that of the service, else the path of its first server without a host: `/api/v3`.
 * Undefined if this path is empty.
 */
export function clientAddress(api: Api): string | undefined {
  const servers = api.servers.length > 0 ? api.servers : api.operations.flatMap((one) => one.servers ?? []);
  return serviceAddress(api) ?? (servers.filter(isRelative).map(basePath)[0] || undefined);
}

/** Returns the address of an operation if it differs from the service's; only the path if its server has no host. */
export function ownAddress(api: Api, { servers = [] }: Pick<Operation, 'servers'>): string | undefined {
  const [first] = servers;
  const base = serviceAddress(api);
  const own = defaultAddress(servers);
  if (first === undefined || !isRelative(first) || (base === undefined && own)) return own === base ? undefined : own;
  const path = basePath(first);
  return path === basePath({ url: clientAddress(api) ?? '', variables: [] }) ? undefined : path || '/';
}

/** Lists the paths of all servers, each once, in the order of the spec: `/v3`, or empty; at least one. */
export function listBasePaths(servers: readonly Server[]): readonly [string, ...string[]] {
  const [first = '', ...others] = new Set(servers.map(basePath));
  return [first, ...others];
}

function basePath(server: Server): string {
  const url = fillVariables(server);
  const base = 'https://service.test';
  const path = URL.canParse(url, base) ? new URL(url, base).pathname : '';
  return path.replace(/\/+$/, '');
}

/** Returns the address with the defaults of its variables, and a scheme before `//host`; a variable without a default stays: `{region}`. */
function fillVariables({ url, variables }: Server): string {
  const defaults = new Map(variables.map((variable) => [variable.name, variable.default]));
  const filled = url.replace(/\{([^{}]*)\}/g, (found, name: string) => defaults.get(name) ?? found);
  return filled.replace(/^\/\//, 'https://');
}

/** Returns true if a server has no host, so that a browser uses the host of its page: `/api/v3`. */
export function isRelative(server: Server): boolean {
  const url = fillVariables(server);
  return !/^[a-z][a-z\d+.-]*:|[{}]/i.test(url) && URL.canParse(url, 'https://service.test');
}

/** Returns true if a client can call a server without further options. Addresses with a user or password are rejected. */
export function isAbsolute(server: Server): boolean {
  const url = fillVariables(server);
  if (!/^https?:\/\/[^/{}][^{}]*$/i.test(url) || !URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username + password === '';
}

/** Lowers the servers of a document, a path item or an operation, in the order of the spec. */
export function lowerServers(servers: readonly ServerObject[] = []): readonly Server[] {
  return servers.map(({ url, name, description, variables }) =>
    compact({
      url,
      name,
      description,
      variables: namedEntries(variables).map(([variable, { enum: values = [], default: usual, description: text }]) =>
        compact({ name: variable, default: usual, values, description: text }),
      ),
    }),
  );
}

/** Reports a document without an absolute server, at its first relative one; returns the API. */
export function reportRelativeServers({ document, root, diagnostics }: Lowering, api: Api): Api {
  if (serviceAddress(api) !== undefined) return api;
  const index = api.servers.findIndex(isRelative);
  const node = root.servers?.[index];
  const operation = api.operations.find(({ servers = [] }) => servers.some(isRelative));
  const at = node ? document.positions.ofValue(node, 'url') : api.servers.length === 0 && operation?.at;
  if (!at) return api;
  const url = node?.url ?? operation?.servers?.find(isRelative)?.url;
  const message = `the address ${JSON.stringify(url)} names no host: clients outside of browsers need the option "baseUrl"`;
  diagnostics.warning('relative-server', message, at);
  return api;
}
