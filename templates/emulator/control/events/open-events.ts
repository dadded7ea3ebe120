import { writeExactly } from '@speccast/runtime/requests';
import type { Control } from '../input/controlled-emulator.js';
import { readId, readLimit } from '../input/control-request.js';
import { summarize } from '../operations/journal-operations.js';

/** Milliseconds between two checks for changes that were made without a request. */
const interval = 250;

/** Milliseconds for which entries are gathered before they are sent. */
const pause = 20;

/** Number of intervals without an event after which a comment is sent, so that proxies keep the connection open. */
const quietIntervals = 60;

/**
 * Sends the journal of a world, from an entry on, and changes of its state as an endless stream of server-sent events. Events are written
 * only as fast as the reader takes them.
 */
export function openEvents(control: Control): Response {
  const { engine, signal } = control;
  const { listeners } = engine.journal;
  const readNews = createFeed(control);
  const encoder = new TextEncoder();
  let text = `retry: 1000\n\n${readNews()}`;
  let wake = (): void => {};
  const wakeSoon = (): void => void setTimeout(() => wake(), pause);
  const stop = (): void => {
    listeners.delete(wakeSoon);
    wake();
  };
  if (!signal.aborted) listeners.add(wakeSoon);
  signal.addEventListener('abort', stop);
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      for (let quiet = 1; text === '' && listeners.has(wakeSoon); quiet += 1) {
        text = readNews() || (quiet === quietIntervals ? ': still here\n\n' : '');
        if (text === '')
          await new Promise<void>((resolve) => {
            wake = resolve;
            setTimeout(resolve, interval);
          });
      }
      if (listeners.has(wakeSoon)) controller.enqueue(encoder.encode(text));
      else controller.close();
      text = '';
    },
    cancel: stop,
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=UTF-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      // Proxies such as nginx would wait for more.
      'x-accel-buffering': 'no',
    },
  });
}

const versions = new WeakMap<object, number>();
let lastVersion = 0;

/** Returns the version of a table. A changed table is a new object, and gets a new version. */
function readVersion(table: object): number {
  const version = versions.get(table) ?? (lastVersion += 1);
  versions.set(table, version);
  return version;
}

/** Returns tables, faults and worlds as they are now: the data of the event `state`. */
function readStatus({ engine, world, base, name }: Control): object {
  const { tables } = engine.filledWorld();
  return {
    tables: Object.keys(world.state).map((name) => {
      const rows = tables.get(name);
      return { name, rows: rows?.size ?? 0, version: rows ? readVersion(rows) : 0 };
    }),
    faults: world.faults.list().map(({ id, seen, used }) => ({ id, seen, used })),
    worlds: base.worlds.names().toSorted(),
    world: name,
  };
}

/**
 * Creates a function that returns the events since its last call, as text. The first call returns the entries after `Last-Event-ID` or,
 * without this header, the newest `limit` entries.
 */
function createFeed(control: Control): () => string {
  const { engine, instance, headers, query } = control;
  const lastId = headers.get('last-event-id') ?? query.get('lastEventId');
  const limit = readLimit(query);
  const { journal } = engine;
  /** Writes the id of an event: a reader with this id has received the entries up to `number`. */
  const writeId = (number: number): string => `${instance}.${journal.clears}.${number}`;
  const newest = journal.entries.at(-1)?.number ?? 0;
  const last = readId(lastId?.replace(`${instance}.${journal.clears}.`, '') ?? '');
  const isKnown = last >= 0 && last <= newest;
  /** Number of the last entry that was sent. */
  let sent = isKnown ? last : Math.max(0, newest - limit);
  let { clears } = journal;
  /** True if the reader has entries that the journal no longer has. */
  let isStale = lastId !== null && !isKnown;
  let lastState = '';
  let lastMoved: number | undefined;
  return () => {
    if (clears !== journal.clears) [clears, sent, isStale] = [journal.clears, 0, true];
    let text = isStale ? writeEvent('cleared', {}, writeId(sent)) : '';
    isStale = false;
    const state = writeEvent('state', readStatus(control));
    if (state !== lastState) text += state;
    lastState = state;
    const first = journal.entries[0]?.number ?? 1;
    for (const entry of journal.entries.slice(Math.max(0, sent + 1 - first))) {
      text += writeEvent('entry', summarize(entry), writeId(entry.number));
      sent = entry.number;
    }
    if (engine.moved !== lastMoved) text += writeEvent('clock', { time: engine.clock.now() });
    lastMoved = engine.moved;
    return text;
  };
}

function writeEvent(name: string, data: object, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${writeExactly(data)}\n\n`;
}
