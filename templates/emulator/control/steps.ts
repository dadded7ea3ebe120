import type { Snapshot } from '../engine/emulator.js';

/** A state that a world can be restored to. */
export interface Step {
  readonly id: string;
  /** Number of the journal's entry before it; absent for a snapshot that was requested. */
  readonly entry?: number;
  /** Time of the world, in milliseconds since the epoch. */
  readonly time: number;
}

interface KeptStep extends Step {
  readonly snapshot: Snapshot;
}

/** The newest requested snapshots of a world, and those after each request. They share unchanged data. */
export class Steps {
  readonly #taken: KeptStep[] = [];
  readonly #after: KeptStep[] = [];
  readonly #atMost: number;
  #last = 0;

  constructor(atMost = 500) {
    this.#atMost = atMost;
  }

  /** Adds a requested snapshot. */
  take(snapshot: Snapshot): Step {
    this.#last += 1;
    return this.#keep(this.#taken, { id: `s${this.#last}`, time: snapshot.time, snapshot });
  }

  /** Adds the snapshot after a request. */
  note(entry: number, snapshot: Snapshot): void {
    this.#keep(this.#after, { id: `e${entry}`, entry, time: snapshot.time, snapshot });
  }

  /** Removes the snapshots after requests, because the journal counts from 1 again. */
  forget(): void {
    this.#after.length = 0;
  }

  list(): readonly Step[] {
    return [...this.#taken, ...this.#after].map(({ snapshot: _snapshot, ...step }) => step);
  }

  /** The snapshot with an id. */
  find(id: string): Snapshot | undefined {
    return [...this.#taken, ...this.#after].filter((one) => one.id === id).at(-1)?.snapshot;
  }

  #keep(steps: KeptStep[], step: KeptStep): Step {
    steps.push(step);
    if (steps.length > this.#atMost) steps.shift();
    const { snapshot: _snapshot, ...kept } = step;
    return kept;
  }
}
