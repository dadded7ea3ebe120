import { isSafe } from '../values/safe-method.js';
import type { SavedState } from '../world/save-state.js';

/** A store for text: `sessionStorage`, `localStorage`, or an object with the same members, such as a wrapper of IndexedDB. */
export interface PageStorage {
  getItem(key: string): string | null | undefined | Promise<string | null | undefined>;
  setItem(key: string, value: string): unknown;
  removeItem(key: string): unknown;
}

/** Options of a page's world. */
export interface PageWorldOptions {
  /** Name of the world. Default: the parameter `world` of the page's URL, else a name of this tab. */
  readonly name?: string;
  /** Keeps the state across reloads. Default: `sessionStorage`. `false`: each load of the page starts with a new state. */
  readonly storage?: PageStorage | false;
  /** Called if the state cannot be stored or read. Default: `console.warn`. */
  readonly onError?: (message: string) => void;
}

/** The members of an emulator that `openPageWorld` uses. */
export interface PagedEmulator<One> {
  readonly baseUrl: string;
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  readonly reset: () => void;
  readonly save: () => SavedState;
  readonly load: (saved: unknown) => void;
  readonly world: (name: string) => One;
}

/**
 * Opens the world of a page, for `mswHandlers` and `setupWorker`. The page's URL selects the world (`?world=a-test`). A reload continues
 * with its state, which is stored after each write, before the response. Throws an `HttpError` for an invalid name.
 */
export async function openPageWorld<One extends PagedEmulator<One>>(
  emulator: One,
  { name = readPageName(emulator), storage = globalThis.sessionStorage, onError = console.warn }: PageWorldOptions = {},
): Promise<One> {
  const world = emulator.world(name);
  if (storage === false) return world;
  // For example `speccast state of films.test/w/a-test/v3`.
  const key = `speccast state of ${world.baseUrl.replace(/^https:\/\//, '')}`;
  try {
    const text = await storage.getItem(key);
    if (text !== null && text !== undefined) world.load(JSON.parse(text));
  } catch (error) {
    onError(`The stored ${key} cannot be read and is ignored: ${String(error)}`);
  }
  let saved: Promise<unknown> = Promise.resolve();
  const save = (work: () => unknown): Promise<unknown> =>
    (saved = saved
      .then(work)
      .catch((error: unknown) => onError(`The state of the world ${name} cannot be stored: ${String(error)}`)));
  const kept: Pick<One, 'fetch' | 'reset'> = {
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const response = await world.fetch(request);
      if (!isSafe(request.method)) await save(() => storage.setItem(key, JSON.stringify(world.save())));
      return response;
    },
    reset: () => {
      world.reset();
      void save(() => storage.removeItem(key));
    },
  };
  // Some members of an emulator are made when they are first read, so it is not copied.
  return Object.assign(Object.create(world), kept);
}

/** Reads the name of the world from the page's URL. Without one, returns a random name that is kept for the tab. */
function readPageName({ baseUrl }: PagedEmulator<unknown>): string {
  const stated = new URL(globalThis.location.href).searchParams.get('world');
  if (stated !== null) return stated;
  const key = `speccast world of ${new URL(baseUrl).host}`;
  const known = globalThis.sessionStorage.getItem(key) ?? globalThis.crypto.randomUUID();
  globalThis.sessionStorage.setItem(key, known);
  return known;
}
