import { BlockList, isIP } from 'node:net';

/** Addresses of this machine. */
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Addresses of this machine and of networks that are not the internet (RFC 6890). */
const inner = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  inner.addSubnet(net, prefix, isIP(net) === 4 ? 'ipv4' : 'ipv6');

/**
 * Returns the reason why a spec may not be fetched from an address, or `undefined` if it may. A spec becomes code, and others can
 * change the content of a response over http:, so that is allowed from this machine only.
 */
export function describeWrongAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return 'this is not a valid address';
  const { protocol, username, password, hostname } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return `${protocol} is not safe; write https:`;
  if (username + password !== '')
    return 'an address with a user or password is not safe; name an environment variable with --header';
  if (protocol === 'https:' || isLoopback(hostname)) return undefined;
  return 'http: is safe only on this machine, because others can change the response on its way; write https:';
}

/** Returns whether the host of a URL is this machine: `localhost`, `a.localhost`, `127.0.0.1`, `[::1]`. */
function isLoopback(hostname: string): boolean {
  return /^(?:.+\.)?localhost$/.test(hostname) || isListed(loopback, hostname);
}

/** Returns whether the host of a URL is this machine or in a private network: `localhost`, `10.0.0.1`, `[fe80::1]`. */
export function isInner(hostname: string): boolean {
  return isLoopback(hostname) || isListed(inner, hostname);
}

function isListed(list: BlockList, hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  const version = isIP(host);
  return version !== 0 && list.check(host, version === 4 ? 'ipv4' : 'ipv6');
}

/** Returns the origin of an address that may be requested: `https://example.com`. */
export function readOrigin(address: string): string {
  return new URL(address).origin;
}

/** Prints an address for messages and files. A query may hold keys: `https://a.example/b?key=x` → `https://a.example/b?key=…`. */
export function printAddress(address: string): string {
  if (!URL.canParse(address)) return '(an address)';
  const url = new URL(address);
  const query = url.search.slice(1).replaceAll(/[^&]+/g, (one) => (/^[^=]*=/.exec(one)?.[0] ?? '') + '…');
  return `${url.protocol}//${url.host}${url.pathname}${query === '' ? '' : `?${query}`}`;
}

/**
 * Returns the file name for the copy of a spec: that of its address, so that references between its files work, or `openapi.yaml`
 * if the address does not end in the name of a YAML or JSON file: `https://a.example/v1/pets.json` → `pets.json`.
 */
export function copyName(address: string): string {
  const [, name] =
    (URL.canParse(address) && /\/([A-Za-z0-9][\w.-]*\.(?:ya?ml|json))$/i.exec(new URL(address).pathname)) || [];
  return name === undefined || !isCopied(name) ? 'openapi.yaml' : name;
}

/**
 * Returns whether a file that a fetched spec refers to may be copied beside it, by its path. Files that other tools would read, such
 * as `package.json` and `tsconfig.json`, may not.
 */
export function isCopied(path: string): boolean {
  const steps = path.split('/');
  const isPlain = steps.every((step) => /^[\p{L}\p{N}_][\p{L}\p{N}_. -]*$/u.test(step) && step !== 'node_modules');
  const name = steps.at(-1) ?? '';
  return (
    isPlain &&
    /\.(?:ya?ml|json)$/i.test(name) &&
    !/^(?:package|package-lock|[jt]sconfig.*)\.json$|\.source\.json$/i.test(name)
  );
}
