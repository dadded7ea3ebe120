import type { Server } from './api.js';

/** The address that a client calls by default: the first server that can be called as it stands, without a slash at the end. */
export function defaultAddress(servers: readonly Server[]): string | undefined {
  return servers.map(fillVariables).find(isAbsolute)?.replace(/\/+$/, '');
}

/** The paths of all servers, each once, in the order of the spec: `/v3`, or empty; at least one. */
export function basePathsOf(servers: readonly Server[]): readonly [string, ...string[]] {
  const [first = '', ...others] = new Set(servers.map(basePath));
  return [first, ...others];
}

function basePath(server: Server): string {
  const url = fillVariables(server);
  const base = 'https://service.test';
  const path = URL.canParse(url, base) ? new URL(url, base).pathname : '';
  return path.replace(/\/+$/, '');
}

/** The address with its variables at their defaults; what has no default stays as it is. */
function fillVariables({ url, variables }: Server): string {
  const defaults = new Map(variables.map((variable) => [variable.name, variable.default]));
  return url.replace(/\{([^{}]*)\}/g, (found, name: string) => defaults.get(name) ?? found);
}

/** A client refuses an address that carries a password, so such a one is none to start with. */
function isAbsolute(url: string): boolean {
  if (!/^https?:\/\/[^/{}]+/i.test(url) || /[{}]/.test(url) || !URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username === '' && password === '';
}
