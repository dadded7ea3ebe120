import { batch, computed, effect, signal, type Signal } from '@preact/signals';
import { splitEvents } from '@speccast/runtime';
import type { EntrySummary } from '../../control/console-types.js';
import { get, ownHeaders, plane, worldName } from './ask.js';

/** A list of the control plane. */
export interface Items<Item> {
  readonly items: readonly Item[];
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
  readonly profile: string;
  readonly time: number;
  readonly takesTokens: boolean;
  readonly sendsWebhooks: boolean;
}

/** Tables, faults and worlds. */
export interface State {
  readonly tables: readonly LiveTable[];
  readonly faults: readonly unknown[];
  readonly worlds: readonly string[];
}

/** State of the stream of events; `locked` if the control plane needs its token. */
export const connection: Signal<'opening' | 'open' | 'closed' | 'locked'> = signal('opening');

/** Undefined until the emulator responded. */
export const health: Signal<Health | undefined> = signal(undefined);

/** Tables, faults and worlds in the last event `state`. */
export const state: Signal<State> = signal({ tables: [], faults: [], worlds: [] });

/** Entries of the journal, the oldest first. */
export const entries: Signal<readonly EntrySummary[]> = signal([]);

/** The time of the world in the last event `clock`, in milliseconds. */
export const clock: Signal<number | undefined> = signal(undefined);

/** Counts changes of anything but the journal. Views load their data again when it grows. */
export const changes: Signal<number> = signal(0);

/** Counts how often the emulator responded again after a lost connection. */
export const returns: Signal<number> = signal(0);

/** Maximum number of entries of the journal in the console. */
const mostEntries = 20_000;

/** A server-sent event. */
interface StreamEvent {
  readonly id?: string;
  readonly event?: string;
  readonly data: string;
}

/** JSON of the last event `state` of the world; empty before the first one. */
let lastState = '';

/** Follows the world that the URL selects. */
export function follow(): void {
  const world = computed(worldName);
  effect(() => {
    void world.value;
    const session = new AbortController();
    batch(() => {
      entries.value = [];
      connection.value = 'opening';
    });
    lastState = '';
    openStream(session.signal);
    return () => session.abort();
  });
}

/**
 * Reads events until the session ends. After a broken connection, continues with the event after the last one. `EventSource` does the same,
 * but cannot send the token of the control plane.
 */
function openStream(session: AbortSignal) {
  let control = new AbortController();
  let lastId = '';
  /** Milliseconds until a broken connection is opened again. */
  let wait = 250;
  const connect = async () => {
    control = new AbortController();
    const { signal } = control;
    let ended: 'closed' | 'locked' = 'closed';
    try {
      const headers = { ...ownHeaders(), ...(lastId !== '' && { 'last-event-id': lastId }) };
      // The stream starts with enough entries for any screen. Older ones are loaded later.
      const response = await fetch(`${plane}/__mock/events?limit=120`, { headers, signal });
      if (response.status === 401 || response.status === 403) ended = 'locked';
      if (response.ok && response.body !== null) {
        noteOpen(session);
        wait = 250;
        for await (const events of readEvents(response.body)) {
          lastId = events.findLast(({ id }) => id !== undefined)?.id ?? lastId;
          batch(() => take(events));
        }
      }
    } catch {
      // The connection broke. It is opened again below.
    }
    if (signal.aborted) return;
    connection.value = ended;
    setTimeout(() => signal.aborted || connect(), wait);
    wait = Math.min(5000, wait * 2);
  };
  // Browsers open few connections to one host, so a hidden tab closes its own.
  const followTab = () => {
    if (document.hidden) control.abort();
    else if (control.signal.aborted) void connect();
  };
  document.addEventListener('visibilitychange', followTab, { signal: session });
  session.addEventListener('abort', () => control.abort());
  void connect();
}

async function* readEvents(body: ReadableStream<BufferSource>) {
  const splitter = splitEvents({ mediaType: 'text/event-stream' }, (message) => new TypeError(message));
  const pieces = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
    // Without `items`, the splitter makes events with text.
    const events = [...splitter.push(piece.value)] as StreamEvent[];
    if (events.length > 0) yield events;
  }
}

function noteOpen(session: AbortSignal) {
  const before = connection.peek();
  if (before === 'open') return;
  batch(() => {
    connection.value = 'open';
    if (before === 'closed') returns.value += 1;
    // The stream notices that the connection is broken.
    load(session).catch(() => {});
  });
}

/** Loads the service, and the entries before those of the stream, page by page, so that other requests do not wait long. */
async function load(session: AbortSignal) {
  const [current, found, tables] = await Promise.all([
    get<Health>('/health'),
    get<Items<Operation>>('/operations'),
    get<Items<TableRules>>('/schemas'),
  ]);
  if (session.aborted) return;
  batch(() => {
    health.value = current;
    clock.value = current.time;
    operations.value = found.items;
    tableRules.value = tables.items;
  });
  // The first view is rendered before older entries are loaded.
  for (let wait = 300; ; wait = 60) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    const [first] = entries.value;
    if (session.aborted || !first || first.number <= 1 || entries.value.length >= mostEntries) return;
    const { items } = await get<Items<EntrySummary>>(`/journal?view=summary&limit=1000&before=${first.number}`);
    // The journal may have been cleared meanwhile.
    if (session.aborted || items.length === 0 || entries.value[0]?.number !== first.number) return;
    entries.value = [...items, ...entries.value];
  }
}

function take(events: readonly StreamEvent[]) {
  const all = [...entries.value];
  for (const { event, data } of events) {
    const value = JSON.parse(data);
    if (event === 'entry' && value.number > (all.at(-1)?.number ?? 0)) all.push(value);
    else if (event === 'clock') clock.value = value.time;
    else if (event === 'cleared') {
      all.length = 0;
      changes.value += 1;
    } else if (event === 'state' && data !== lastState) {
      // Views load their data by themselves until the first state is there.
      if (lastState !== '') changes.value += 1;
      lastState = data;
      state.value = value;
    }
  }
  entries.value = all.slice(-mostEntries);
}

/** An operation of the service. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly reasons: Readonly<Record<string, readonly string[]>>;
  /** Its path in the client. */
  readonly names: readonly string[];
  /** Its parameters, and the effects of their values. */
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly effect: string }[];
  readonly cost?: number;
  readonly bucket?: string;
  readonly uploadPath?: string;
}

/** The key and the references of a table. */
export interface TableRules {
  readonly name: string;
  readonly key: string;
  readonly references: readonly { readonly path: string; readonly table: string }[];
}

/** The operations of the service; empty until they are loaded. */
export const operations: Signal<readonly Operation[]> = signal([]);

/** Keys and references of the tables. */
export const tableRules: Signal<readonly TableRules[]> = signal([]);
