import { readQuery } from '@speccast/runtime/parameters';
import { HttpError } from '@speccast/runtime/requests';
import type { Received } from '../plan/plan.js';
import { listCredentials, tokensByName } from './authorize.js';
import type { Shared } from './shared.js';

/** The named worlds of an emulator. */
export interface WorldList {
  /** Names of the worlds, the most recently used last. */
  names(): readonly string[];
  /** Removes a world. The next use of its name creates a new one. Returns false if there is none. */
  remove(name: string): boolean;
}

/**
 * Named worlds, each created when its name is first used. If there are too many, the least recently used one is dropped. Using
 * the name of a dropped world is an error.
 */
export class Worlds<Running> implements WorldList {
  readonly #atMost: number;
  readonly #make: (name: string) => Running;
  readonly #worlds = new Map<string, Running>();
  readonly #dropped = new Set<string>();

  constructor(atMost: number, make: (name: string) => Running) {
    this.#atMost = atMost;
    this.#make = make;
  }

  /** Returns the world with a name. Rejects (400) invalid names and dropped worlds. */
  open(name: string): Running {
    const world = this.#worlds.get(name) ?? this.#begin(checkWorldName(name));
    // The map is in order of use.
    this.#worlds.delete(name);
    this.#worlds.set(name, world);
    return world;
  }

  names(): readonly string[] {
    return [...this.#worlds.keys()];
  }

  remove(name: string): boolean {
    const wasDropped = this.#dropped.delete(name);
    return this.#worlds.delete(name) || wasDropped;
  }

  #begin(name: string): Running {
    if (this.#dropped.has(name))
      throw new HttpError(
        400,
        'worldDropped',
        `The world ${name} was dropped: no more than ${this.#atMost} are kept, and it was not used for the longest time.`,
      );
    const [oldest] = this.#worlds.keys();
    if (oldest !== undefined && this.#worlds.size >= this.#atMost) {
      this.#worlds.delete(oldest);
      this.#dropped.add(oldest);
      // The number of names is unlimited.
      const [first = ''] = this.#dropped;
      if (this.#dropped.size > 10 * this.#atMost) this.#dropped.delete(first);
    }
    return this.#make(name);
  }
}

const form = /^[\w-][\w.-]{0,63}$/;

/** Rejects (400) invalid names of worlds. Valid are up to 64 letters, digits, `_`, `-` and `.`, not beginning with a dot. */
export function checkWorldName(name: string): string {
  if (form.test(name)) return name;
  throw new HttpError(
    400,
    'invalidWorld',
    'The name of a world has 1 to 64 letters, digits, "_", "-" and ".", and does not begin with ".".',
  );
}

/** Header that selects a world. */
export const worldHeader = 'x-mock-world';

/** Matches the name of a world at the end of a credential. */
const ending = /~([\w-][\w.-]{0,63})$/;

/**
 * Opens the world that a request selects: with `/w/<name>` before its path, the header `x-mock-world`, or `~<name>` after its token or
 * key; undefined if it names none. Removes the name from the path of its URL. An invalid name, or a second one, becomes its error (400).
 */
export function resolveWorld<Running>(
  { plan, options, worldInPath }: Shared,
  worlds: Worlds<Running>,
  received: Received,
): Running | undefined {
  if (options.worlds === false) return undefined;
  const { request, url } = received;
  const { keys = [], tokens } = options.credentials ?? {};
  const registered = [...keys, ...Object.keys(tokensByName(tokens))];
  const query = readQuery(/~|%7e/i.test(url.search) ? url.search : '');
  const credentials = listCredentials(plan.service, request.headers, query).filter(
    (text) => !registered.includes(text),
  );
  const inPath = worldInPath?.(url.pathname);
  const stated = [inPath?.name, request.headers.get(worldHeader) ?? undefined];
  try {
    const names = new Set([
      ...stated.filter((name) => name !== undefined).map(checkWorldName),
      ...credentials.flatMap((text) => ending.exec(text)?.[1] ?? []),
    ]);
    if (names.size > 1)
      throw new HttpError(400, 'invalidWorld', `The request names two worlds: ${[...names].join(' and ')}.`);
    if (inPath) url.pathname = inPath.pathname;
    const [name] = names;
    return name === undefined ? undefined : worlds.open(name);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    received.error = error;
    return undefined;
  }
}
