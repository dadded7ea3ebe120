import { NotOffered, type Adapter, type LabClient, type LabOptions } from './adapter.js';
import { withServer, type LabServer, type Reply } from './server.js';

/** Something that a client meets, and how it has to come out. */
export interface Scenario {
  readonly name: string;
  readonly want: unknown;
  run(adapter: Adapter): Promise<unknown>;
  /** What a library has to have at all. */
  readonly feature?: string;
  /** Names of the libraries that it is about; default: all. */
  readonly only?: readonly string[];
}

/** A client beside its server. */
export interface Bench {
  readonly client: LabClient;
  readonly server: LabServer;
}

/** Runs something with a client whose server gives these replies. */
export function meet<T>(
  adapter: Adapter,
  replies: readonly Reply[],
  use: (bench: Bench) => Promise<T>,
  options: Omit<LabOptions, 'baseUrl'> = {},
): Promise<T> {
  return withServer(replies, (server) => use({ server, client: adapter.open({ baseUrl: server.url, ...options }) }));
}

/** The ids of items. */
export function idsOf(items: readonly unknown[]): readonly unknown[] {
  return items.map((item) => (typeof item === 'object' && item !== null && 'id' in item ? item.id : item));
}

/** How a promise ended, and after how many milliseconds. */
export interface Outcome {
  readonly ok: boolean;
  readonly value: unknown;
  readonly error: unknown;
  readonly afterMs: number;
}

/** Waits for a promise without failing, but no longer than a time: then its error is `waiting`. */
export async function outcome(promise: PromiseLike<unknown>, longestMs: number = 15_000): Promise<Outcome> {
  const start = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(waiting), longestMs);
  });
  const ended = (found: Partial<Outcome>): Outcome => {
    clearTimeout(timer);
    return { ok: false, value: undefined, error: undefined, ...found, afterMs: performance.now() - start };
  };
  return Promise.race([promise, patience]).then(
    (value) => ended({ ok: true, value }),
    (error: unknown) => {
      if (error instanceof NotOffered) throw error;
      return ended({ error });
    },
  );
}

/** Stands for a promise that did not end in time. */
export const waiting: unique symbol = Symbol('still waiting');

/** Whether a promise rejects, and if not, with what it resolves. */
export async function rejection(promise: PromiseLike<unknown>, longestMs?: number): Promise<unknown> {
  const { ok, value, error } = await outcome(promise, longestMs);
  if (ok) return `resolves: ${JSON.stringify(value) ?? 'undefined'}`;
  return error === waiting ? 'still waiting' : 'rejects';
}

/** A property of a value, whatever it is; of an error's cause or response where the error itself has none. */
export function dig(value: unknown, ...names: readonly string[]): unknown {
  let found = value;
  for (const name of names) found = Object(found)[name];
  return found;
}

/** The HTTP status that an error tells of, under the names that libraries have for it. */
export function statusOf(error: unknown): unknown {
  return dig(error, 'status') ?? dig(error, 'response', 'status') ?? dig(error, 'code');
}

/** Waits. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
