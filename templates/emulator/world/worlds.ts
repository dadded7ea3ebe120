import { HttpError } from '@speccast/runtime/requests';

/** The named worlds of an emulator. */
export interface WorldList {
  /** Names of the worlds, the most recently used last. */
  names(): readonly string[];
  /** Removes a world. The next use of its name creates a new one. Returns false if there is none. */
  remove(name: string): boolean;
}

/**
 * Named worlds, each created when its name is first used. If there are too many, the least recently used one is dropped. Using
 * the name of a dropped world is an error.
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

  /** The world with a name. Rejects (400) invalid names and dropped worlds. */
  open(name: string): Running {
    const known = this.#worlds.get(name);
    const world = known ?? this.#begin(checkWorldName(name));
    // The map is in order of use.
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
    // The number of names is unlimited.
    const [first] = this.#dropped;
    if (first !== undefined && this.#dropped.size > 10 * this.#atMost) this.#dropped.delete(first);
  }
}

const form = /^[\w-][\w.-]{0,63}$/;

/** Rejects (400) invalid names of worlds. Valid are up to 64 letters, digits, `_`, `-` and `.`, not beginning with a dot. */
export function checkWorldName(name: string): string {
  if (form.test(name)) return name;
  throw new HttpError(400, 'invalidWorld', 'The name of a world is made of 1 to 64 letters, digits, "_", "-" and ".".');
}
