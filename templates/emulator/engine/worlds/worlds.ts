import { HttpError } from '../response/http-error.js';

/** The named worlds of an emulator. */
export interface WorldList {
  /** Names of the worlds there are, the one used last at the end. */
  names(): readonly string[];
  /** Forgets a world: the next use of its name makes a new one. False where there is none. */
  remove(name: string): boolean;
}

/**
 * Named worlds, each made when its name is first used. There are at most so many: then the one that was not used for the
 * longest time is dropped, and whoever still asks for it is told so rather than given another world.
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

  /** The world of a name; rejects (400) bad names, and those of worlds that were dropped. */
  open(name: string): Running {
    const known = this.#worlds.get(name);
    const world = known ?? this.#begin(checkWorldName(name));
    // The one used last stands last.
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
    if (this.#worlds.size >= this.#atMost) this.#drop();
    return this.#make(name);
  }

  #drop(): void {
    const [oldest] = this.#worlds.keys();
    if (oldest === undefined) return;
    this.#worlds.delete(oldest);
    this.#dropped.add(oldest);
    // Names are short, but whoever invents them never stops.
    const [first] = this.#dropped;
    if (first !== undefined && this.#dropped.size > 10 * this.#atMost) this.#dropped.delete(first);
  }
}

const form = /^[\w-][\w.-]{0,63}$/;

/** Rejects (400) what is no name of a world: up to 64 letters, digits, `_`, `-` and `.`, the first one no dot. */
export function checkWorldName(name: string): string {
  if (form.test(name)) return name;
  throw new HttpError(400, 'invalidWorld', 'The name of a world is made of 1 to 64 letters, digits, "_", "-" and ".".');
}
