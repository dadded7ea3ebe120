import type { NotedCall } from '../../world/journal/journal.js';
import type { World } from '../../store/world.js';
import type { Snapshot } from '../../world/save-state.js';
import type { Json } from '@speccast/runtime';
import { writeExactly } from '@speccast/runtime/requests';

/** A state that a world can be restored to. */
interface Step {
  readonly id: string;
  /** Number of the journal's entry before it; absent for a snapshot that was requested. */
  readonly entry?: number;
  readonly snapshot: Snapshot;
  /** The states before and after the request, without changes that were made in the meantime. */
  readonly changed?: readonly [before: World, after: World] | undefined;
}

/** Maximum number of steps of each kind. */
const most = 500;

/** The newest requested snapshots of a world, and those after each request. They share unchanged data. */
export class Steps {
  /** The state as it was last seen: the next request begins with it. */
  latest: World | undefined;
  #taken: readonly Step[] = [];
  #after: readonly Step[] = [];
  #last = 0;

  /** Adds a requested snapshot. */
  take(snapshot: Snapshot): object {
    const step = { id: `s${(this.#last += 1)}`, snapshot };
    this.#taken = [...this.#taken, step].slice(-most);
    return describeStep(step);
  }

  /** Adds the snapshot after a request. */
  note({ number: entry, states, mayChange }: NotedCall, snapshot: Snapshot): void {
    // The journal counts from 1 again after a reset.
    if (entry === 1) this.forget();
    const { world } = snapshot;
    const changed = states ?? [(mayChange && this.latest) || world, world];
    this.#after = [...this.#after, { id: `e${entry}`, entry, snapshot, changed }].slice(-most);
    this.latest = world;
  }

  /** Removes the snapshots after requests, because the journal counts from 1 again. */
  forget(): void {
    this.#after = [];
  }

  list(): readonly object[] {
    return [...this.#taken, ...this.#after].map(describeStep);
  }

  /** Finds the step with an id: `s1`, or `e1` after the request of entry 1. */
  find(id: string): Step | undefined {
    return [...this.#taken, ...this.#after].findLast((step) => step.id === id);
  }
}

/** Returns a step as responses have it, with the time of the world in milliseconds since the epoch. */
function describeStep({ id, entry, snapshot: { time } }: Step): object {
  return { id, entry, time };
}

const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Compares two values of a column: numbers by size, strings as people sort them; missing values come last. */
export function compareCells(one: Json | undefined, other: Json | undefined, sign: number): number {
  const [isEmpty, isOtherEmpty] = [one === undefined || one === null, other === undefined || other === null];
  if (isEmpty || isOtherEmpty) return Number(isEmpty) - Number(isOtherEmpty);
  if (typeof one === 'number' && typeof other === 'number') return sign * (one - other);
  const [text, otherText] = [one, other].map((value) => (typeof value === 'string' ? value : writeExactly(value)));
  return sign * words.compare(text ?? '', otherText ?? '');
}

const known = new WeakMap<object, string>();

/** Returns the text that searches look at: JSON in lower case. It is made once for each row or entry, since these do not change. */
export function toSearchText(row: object): string {
  const text = known.get(row) ?? writeExactly(row).toLowerCase();
  known.set(row, text);
  return text;
}
