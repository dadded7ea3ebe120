import { readQuery } from '@speccast/runtime/parameters';
import { HttpError } from '@speccast/runtime/requests';
import type { Exchange } from '../plan/exchange.js';
import { credentialStrings, type KnownCredentials, knownTokens } from './credentials.js';
import type { Shared } from '../world/shared.js';
import { checkWorldName, type Worlds } from '../world/worlds.js';

/** Header that selects a world. */
export const worldHeader = 'x-mock-world';

const ending = /~([\w-][\w.-]{0,63})$/;

/**
 * The name of the world that a request selects: with `/w/<name>` before its path, the header `x-mock-world`, or `~<name>` after
 * its token or key. Rejects (400) invalid names, and a request that names two worlds.
 */
function readWorldName(shared: Shared, headers: Headers, url: URL): string | undefined {
  const names = [shared.worldInPath?.(url.pathname)?.name, headers.get(worldHeader) ?? undefined];
  const stated = names.flatMap((name) => (name === undefined ? [] : checkWorldName(name)));
  const all = [...stated, ...namesInCredentials(shared, headers, url)];
  if (all.every((name) => name === all[0])) return all[0];
  throw new HttpError(400, 'invalidWorld', `The request names two worlds: ${[...new Set(all)].join(' and ')}.`);
}

function namesInCredentials({ plan, options }: Shared, headers: Headers, url: URL): readonly string[] {
  const query = readQuery(/~|%7e/i.test(url.search) ? url.search : '');
  return credentialStrings(plan.service, headers, query).flatMap((text) => {
    const name = ending.exec(text)?.[1];
    return name === undefined || isRegistered(text, options.credentials) ? [] : name;
  });
}

function isRegistered(credential: string, { keys = [], tokens }: KnownCredentials = {}): boolean {
  return keys.includes(credential) || knownTokens(tokens)?.includes(credential) === true;
}

/**
 * The world that a request selects; undefined if it names none. Removes the name from the path of the exchange. An invalid name
 * becomes the error of the exchange.
 */
export function resolveWorld<Running>(
  shared: Shared,
  worlds: Worlds<Running>,
  exchange: Exchange,
): Running | undefined {
  if (shared.options.worlds === false) return undefined;
  const { request, url } = exchange;
  try {
    const name = readWorldName(shared, request.headers, url);
    const found = shared.worldInPath?.(url.pathname);
    if (found !== undefined) url.pathname = found.pathname;
    return name === undefined ? undefined : worlds.open(name);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    exchange.error = error;
    return undefined;
  }
}
