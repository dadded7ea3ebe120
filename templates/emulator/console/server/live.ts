import { batch, computed, effect, type ReadonlySignal, signal, type Signal } from '@preact/signals';
import { get, ownHeaders, plane, worldName } from './ask.js';
import { openStream, type StreamEvent } from './event-stream.js';

/** An entry of the journal as lists show it. */
export interface Entry {
  readonly number: number;
  readonly time: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly operation?: string;
  readonly reason?: string;
  readonly durationMs?: number;
  readonly caller?: string;
  readonly cost?: number;
  readonly sampled?: true;
  readonly ignored?: readonly string[];
  readonly media?: string;
  readonly faults?: readonly number[];
  readonly warnings?: number;
}

/** A table: its number of rows, and a version that changes with its content. */
export interface LiveTable {
  readonly name: string;
  readonly rows: number;
  readonly version: number;
}

/** The emulator and its service. */
export interface Health {
  readonly baseUrl: string;
  readonly service: string;
  readonly version: string;
  readonly profile: string;
  readonly time: number;
  readonly takesTokens: boolean;
  readonly sendsWebhooks: boolean;
}

/** Tables, faults and worlds. */
export interface State {
  readonly tables: readonly LiveTable[];
  readonly faults: readonly { readonly id: number; readonly seen: number; readonly used: number }[];
  readonly worlds: readonly string[];
}

/** The base world, as the page contains it. */
export interface KnownWorld {
  readonly health: Health;
  readonly state: State;
  /** The newest entries of the journal. */
  readonly entries: readonly Entry[];
  /** Id of the last event that this includes. */
  readonly lastEventId: string;
}

/** State of the stream of events; `locked` if the control plane needs its token. */
export const connection: Signal<'opening' | 'open' | 'closed' | 'locked'> = signal('opening');

/** Undefined until the emulator responded. */
export const health: Signal<Health | undefined> = signal(undefined);

/** Tables, faults and worlds by the last event. */
export const state: Signal<State> = signal({ tables: [], faults: [], worlds: [] });

/** Entries of the journal, the oldest first. */
export const entries: Signal<readonly Entry[]> = signal([]);

/** The time of the world, and the time of this machine when it arrived. */
export const clock: Signal<{ readonly time: number; readonly at: number } | undefined> = signal(undefined);

/** Grows when something other than the journal changed, so that data is loaded again. */
export const changes: Signal<number> = signal(0);

/** Grows when the emulator responds again after it did not. */
export const returns: Signal<number> = signal(0);

/** Most entries that the console keeps. */
const mostEntries = 20_000;

/** Number of entries at the begin of the stream: more than any screen has. Older ones are loaded later. */
const newest = 120;

const pageSize = 1000;

/** Milliseconds until older entries are loaded, so that the first view is rendered before. */
const afterFirstView = 300;

/** The tables by name. */
export const tablesByName: ReadonlySignal<ReadonlyMap<string, LiveTable>> = computed(
  () => new Map(state.value.tables.map((table) => [table.name, table])),
);

/** A world that is followed. */
interface Session {
  isOld: boolean;
  /** True if the page contained the state at the begin of the stream. */
  isKnown: boolean;
}

/** Follows the world that the address names. `start` is the base world, if the page contains it. */
export function follow(start: KnownWorld | undefined): void {
  const world = computed(worldName);
  let first = world.value === '' ? start : undefined;
  effect(() => {
    void world.value;
    const session: Session = { isOld: false, isKnown: first !== undefined };
    batch(() => {
      entries.value = first?.entries ?? [];
      if (first !== undefined) {
        state.value = first.state;
        noteHealth(first.health);
      }
      connection.value = 'opening';
    });
    const stop = openStream({
      path: `${plane}/__mock/events?limit=${newest}`,
      lastId: first?.lastEventId,
      headers: ownHeaders,
      onEvents: (events) => {
        if (!session.isOld) batch(() => take(events));
      },
      onState: (status) => noteConnection(status, session),
    });
    first = undefined;
    return () => {
      session.isOld = true;
      stop();
    };
  });
}

function noteConnection(status: 'open' | number, session: Session): void {
  const before = connection.peek();
  if (status !== 'open') {
    connection.value = status === 401 || status === 403 ? 'locked' : 'closed';
    return;
  }
  batch(() => {
    connection.value = 'open';
    if (before === 'closed') returns.value += 1;
  });
  if (before !== 'open') void opened(session);
}

function noteHealth(current: Health): void {
  health.value = current;
  clock.value = { time: current.time, at: performance.now() };
}

async function opened(session: Session): Promise<void> {
  const { isKnown } = session;
  session.isKnown = false;
  try {
    if (!isKnown) {
      const current = await get<Health>('/health');
      if (session.isOld) return;
      noteHealth(current);
      changes.value += 1;
    }
    await new Promise((resolve) => setTimeout(resolve, afterFirstView));
    await loadOlder(session);
  } catch {
    // `onState` hears that the connection is broken.
  }
}

/** Loads older entries than those of the stream, page by page, so that other requests do not wait long. */
async function loadOlder(session: Session): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 60));
    const [first] = entries.value;
    if (session.isOld || first === undefined || first.number <= 1 || entries.value.length >= mostEntries) return;
    const { items } = await get<{ readonly items: readonly Entry[] }>(
      `/journal?view=summary&limit=${pageSize}&before=${first.number}`,
    );
    const isSame = entries.value[0]?.number === first.number;
    if (session.isOld || items.length === 0 || !isSame) return;
    entries.value = [...items, ...entries.value];
  }
}

function take(events: readonly StreamEvent[]): void {
  const fresh: Entry[] = [];
  for (const { name, data } of events) {
    const value = JSON.parse(data);
    if (name === 'entry') fresh.push(value);
    if (name === 'cleared') {
      fresh.length = 0;
      entries.value = [];
      changes.value += 1;
    }
    if (name === 'clock') clock.value = { time: value.time, at: performance.now() };
    // A stream begins with the state, which the page may have contained already.
    if (name === 'state' && data !== JSON.stringify(state.value)) {
      state.value = value;
      changes.value += 1;
    }
  }
  const last = entries.value.at(-1)?.number ?? 0;
  const news = fresh.filter(({ number }) => number > last);
  if (news.length > 0) entries.value = [...entries.value, ...news].slice(-mostEntries);
}
