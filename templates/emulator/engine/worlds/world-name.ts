import { credentialTexts, knownTokens, type KnownCredentials } from '../request/credentials.js';
import { Refusal } from '../plan/plan.js';
import { readQuery } from '../request/query.js';
import type { Shared } from '../shared.js';

/** Header by which a request names the world that it is for. */
export const worldHeader = 'x-mock-world';

/** What stands before the path of a request to a named world: `/w/<name>`. */
export const worldPath = '/w/';

const form = /^[\w-][\w.-]{0,63}$/;
const ending = /~([\w-][\w.-]{0,63})$/;

/** Refuses (400) what is no name of a world: up to 64 letters, digits, `_`, `-` and `.`, the first one no dot. */
export function checkWorldName(name: string): string {
  if (form.test(name)) return name;
  throw new Refusal(400, 'invalidWorld', 'The name of a world is made of 1 to 64 letters, digits, "_", "-" and ".".');
}

/**
 * The world that a request names: by `/w/<name>` before its path, the header `x-mock-world`, or `~<name>` after its token or
 * key. Refuses (400) bad names, and a request that names two worlds.
 */
export function readWorldName(shared: Shared, headers: Headers, url: URL): string | undefined {
  const names = [shared.worldInPath?.(url.pathname)?.name, headers.get(worldHeader) ?? undefined];
  const stated = names.flatMap((name) => (name === undefined ? [] : checkWorldName(name)));
  const all = [...stated, ...namesInCredentials(shared, headers, url)];
  if (all.every((name) => name === all[0])) return all[0];
  throw new Refusal(400, 'invalidWorld', `The request names two worlds: ${[...new Set(all)].join(' and ')}.`);
}

function namesInCredentials({ plan, options }: Shared, headers: Headers, url: URL): readonly string[] {
  const query = readQuery(/~|%7e/i.test(url.search) ? url.search : '');
  return credentialTexts(plan.service, headers, query).flatMap((text) => {
    const name = ending.exec(text)?.[1];
    return name === undefined || isRegistered(text, options.credentials) ? [] : name;
  });
}

function isRegistered(credential: string, { keys = [], tokens }: KnownCredentials = {}): boolean {
  return keys.includes(credential) || knownTokens(tokens)?.includes(credential) === true;
}
