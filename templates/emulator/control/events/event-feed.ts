import type { JsonObject } from '@speccast/runtime';
import { writeExactly } from '@speccast/runtime/requests';
import type { Control } from '../controlled-emulator.js';
import { summaryOf } from '../operations/journal-operations.js';

/** Where a feed begins. */
interface FeedStart {
  /** Id of the last event that the reader has. */
  readonly lastId: string | null;
  /** Most entries for a reader that has none. */
  readonly limit: number;
}

const versions = new WeakMap<object, number>();
let lastVersion = 0;

/** A number that is the same as long as a table is. */
function versionOf(table: object): number {
  const known = versions.get(table) ?? (lastVersion += 1);
  versions.set(table, known);
  return known;
}

/** Tables, faults and worlds as they are now: the data of the event `state`. */
export function statusOf({ engine, world, base, name }: Control): JsonObject {
  const { tables } = engine.filledWorld();
  const faults = engine.faults.list();
  return {
    tables: Object.keys(world.state).map((table) => {
      const rows = tables.get(table);
      return { name: table, rows: rows?.size ?? 0, version: rows === undefined ? 0 : versionOf(rows) };
    }),
    faults: faults.map(({ id, seen, used }) => ({ id, seen, used })),
    worlds: base.worlds.names().toSorted(),
    ...(name === undefined ? {} : { world: name }),
  };
}

/** Id of the event after which a reader has all entries of the journal. */
export function latestIdOf({ engine: { journal }, instance }: Control): string {
  return idOf(instance, journal.clears, journal.entries.at(-1)?.number ?? 0);
}

function idOf(instance: string, clears: number, number: number): string {
  return `${instance}.${clears}.${number}`;
}

/** What happened in a world since it was last asked, as text of server-sent events. */
export class EventFeed {
  readonly #control: Control;
  /** Number of the last entry that was given. */
  #given: number;
  #clears: number;
  /** Whether the reader has entries that the journal no longer has. */
  #isStale = false;
  #status = '';
  #moved: number | undefined;

  constructor(control: Control, { lastId, limit }: FeedStart) {
    this.#control = control;
    const { journal } = control.engine;
    this.#clears = journal.clears;
    const [, own, clears, number] = /^(?:(.+)\.(\d+)\.)?(\d{1,15})$/.exec(lastId ?? '') ?? [];
    const isOurs = own === undefined || (own === control.instance && Number(clears) === journal.clears);
    const newest = journal.entries.at(-1)?.number ?? 0;
    if (number !== undefined && isOurs && Number(number) <= newest) {
      this.#given = Number(number);
      return;
    }
    this.#isStale = lastId !== null;
    this.#given = Math.max(0, newest - limit);
  }

  /** The events since the last call; empty if there are none. */
  next(): string {
    return [this.#cleared(), this.#changed(), ...this.#entries(), this.#ticked()].join('');
  }

  #cleared(): string {
    const { clears } = this.#control.engine.journal;
    if (clears !== this.#clears) {
      this.#clears = clears;
      this.#given = 0;
      this.#isStale = true;
    }
    if (!this.#isStale) return '';
    this.#isStale = false;
    return eventOf('cleared', {}, this.#idOf(this.#given));
  }

  #entries(): readonly string[] {
    const { entries } = this.#control.engine.journal;
    const first = entries[0]?.number ?? 1;
    const news = entries.slice(Math.max(0, this.#given + 1 - first));
    this.#given = entries.at(-1)?.number ?? this.#given;
    return news.map((entry) => eventOf('entry', summaryOf(entry), this.#idOf(entry.number)));
  }

  #changed(): string {
    const status = statusOf(this.#control);
    const text = JSON.stringify(status);
    if (text === this.#status) return '';
    this.#status = text;
    return eventOf('state', status);
  }

  /** The clock, if something moved it. */
  #ticked(): string {
    const { moved, clock } = this.#control.engine;
    if (moved === this.#moved) return '';
    this.#moved = moved;
    return eventOf('clock', { time: clock.now() });
  }

  #idOf(number: number): string {
    return idOf(this.#control.instance, this.#clears, number);
  }
}

/** An event. The id names what a reader has: the entries up to that number. */
function eventOf(name: string, data: JsonObject, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${writeExactly(data)}\n\n`;
}
