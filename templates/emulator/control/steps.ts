import type { Snapshot } from '../engine/emulator.js';

/** A moment to which a world can go back. */
export interface Step {
  readonly id: string;
  /** Number of the journal's entry after which it was; absent where it was asked for. */
  readonly entry?: number;
  /** By the clock of the world: milliseconds since the epoch. */
  readonly time: number;
}

interface KeptStep extends Step {
  readonly snapshot: Snapshot;
}

/** Moments kept of a world: the newest of those that were asked for, and of those after each request. Worlds share what is the same. */
export class Steps {
  readonly #taken: KeptStep[] = [];
  readonly #after: KeptStep[] = [];
  readonly #atMost: number;
  #last = 0;

  constructor(atMost = 500) {
    this.#atMost = atMost;
  }

  /** Keeps a moment that was asked for. */
  take(snapshot: Snapshot): Step {
    this.#last += 1;
    return this.#keep(this.#taken, { id: `s${this.#last}`, time: snapshot.time, snapshot });
  }

  /** Keeps the moment after a request. */
  note(entry: number, snapshot: Snapshot): void {
    this.#keep(this.#after, { id: `e${entry}`, entry, time: snapshot.time, snapshot });
  }

  /** Forgets the moments after requests: the journal counts from 1 again. */
  forget(): void {
    this.#after.length = 0;
  }

  list(): readonly Step[] {
    return [...this.#taken, ...this.#after].map(({ snapshot: _snapshot, ...step }) => step);
  }

  /** What was at a moment. */
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
