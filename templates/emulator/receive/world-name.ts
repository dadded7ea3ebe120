import { readQuery } from '@speccast/runtime/parameters';
import { HttpError } from '@speccast/runtime/requests';
import type { Exchange } from '../plan/exchange.js';
import { knownTokens, listCredentials } from './credentials.js';
import type { Shared } from '../world/shared.js';
import { checkWorldName, type Worlds } from '../world/worlds.js';

/** Header that selects a world. */
export const worldHeader = 'x-mock-world';

/** Matches the name of a world at the end of a credential. */
const ending = /~([\w-][\w.-]{0,63})$/;

/**
 * Reads the name of the world that a request selects: with `/w/<name>` before its path, the header `x-mock-world`, or `~<name>` after
 * its token or key. Rejects (400) invalid names, and a request that names two worlds.
 */
function readWorldName({ plan, options, worldInPath }: Shared, headers: Headers, url: URL): string | undefined {
  const { keys = [], tokens } = options.credentials ?? {};
  const registered = [...keys, ...(knownTokens(tokens) ?? [])];
  const query = readQuery(/~|%7e/i.test(url.search) ? url.search : '');
  const credentials = listCredentials(plan.service, headers, query).filter((text) => !registered.includes(text));
  const stated = [worldInPath?.(url.pathname)?.name, headers.get(worldHeader) ?? undefined];
  const names = [
    ...stated.filter((name) => name !== undefined).map(checkWorldName),
    ...credentials.flatMap((text) => ending.exec(text)?.[1] ?? []),
  ];
  if (names.every((name) => name === names[0])) return names[0];
  throw new HttpError(400, 'invalidWorld', `The request names two worlds: ${[...new Set(names)].join(' and ')}.`);
}

/**
 * Opens the world that a request selects; undefined if it names none. Removes the name from the path of the exchange. An invalid name
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
