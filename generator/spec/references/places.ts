import type { Position } from '../../diagnostics.js';
import { printPointer } from './pointer.js';
import type { SourceText } from '../read/source-text.js';
import type { Positions } from '../spec-document.js';

/** Where one object or array stands: its file, its offsets, and what holds it. */
export interface Place {
  readonly source: SourceText;
  readonly offset: number;
  /** Keys of an object in the order of the file; absent for an array. */
  readonly names?: string[];
  /** Offsets of the keys, aligned with `names`; absent for an array. */
  readonly keyOffsets?: number[];
  /** Offsets of the values, or of the items of an array. */
  readonly valueOffsets: number[];
  /** Files of the keys and values, aligned with their offsets, where an overlay brought them; absent where all are of `source`. */
  readonly sources?: (SourceText | undefined)[];
  readonly parent: object | undefined;
  /** Key or index in the parent. */
  readonly key: string | number;
}

/** Longest list of names that is searched from its start. */
const SHORT = 50;

/** Where one key and its value stand. */
interface Spot {
  readonly source: SourceText;
  readonly keyOffset: number;
  readonly valueOffset: number;
}

/** The place of every object and array of a spec. */
export class Places implements Positions {
  readonly #places = new Map<object, Place>();
  /** Where names stand in long lists of them. */
  readonly #indexes = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

  /** Records where a value stands. */
  set(value: object, place: Place): void {
    this.#places.set(value, place);
  }

  /** Gives a value that was made while reading the place of the value it comes from. */
  derive(value: object, origin: object, key: string | number): void {
    const { source, offset } = this.#locate(this.get(origin), key, 'value');
    this.#places.set(value, { source, offset, valueOffsets: [], parent: origin, key });
  }

  /** Where a value stands; throws for one that no file of the spec holds. */
  get(value: object): Place {
    const place = this.#places.get(value);
    if (place === undefined) throw new Error('the value is not part of the spec');
    return place;
  }

  of(value: object): Position {
    const { source, offset } = this.get(value);
    return source.position(offset);
  }

  ofKey(value: object, key: string | number): Position {
    const { source, offset } = this.#locate(this.get(value), key, 'key');
    return source.position(offset);
  }

  fileOfKey(value: object, key: string | number): string {
    return this.#locate(this.get(value), key, 'key').source.file;
  }

  ofValue(value: object, key: string | number): Position {
    const { source, offset } = this.#locate(this.get(value), key, 'value');
    return source.position(offset);
  }

  /** File and offsets of a key and its value, or of an item of an array. */
  spot(value: object, key: string | number): Spot {
    const place = this.get(value);
    const index = this.#indexIn(place, key);
    const { keyOffsets, valueOffsets, sources, source, offset } = place;
    return {
      source: sources?.[index] ?? source,
      keyOffset: (keyOffsets ?? valueOffsets)[index] ?? offset,
      valueOffset: valueOffsets[index] ?? offset,
    };
  }

  /** Index of a name among those of a place, -1 where it is not there; as fast for long lists as for short ones. */
  indexOf(names: readonly string[], name: string): number {
    if (names.length <= SHORT) return names.indexOf(name);
    const known = this.#indexes.get(names)?.get(name);
    // The list may have changed since it was last looked at.
    if (known !== undefined && names[known] === name) return known;
    const index = new Map(names.map((one, at) => [one, at]));
    this.#indexes.set(names, index);
    return index.get(name) ?? -1;
  }

  /** The JSON pointer of a value inside its own file. */
  pointerOf(value: object): string {
    const steps: (string | number)[] = [];
    let place = this.get(value);
    while (place.parent !== undefined) {
      steps.push(place.key);
      place = this.get(place.parent);
    }
    return printPointer(steps.toReversed());
  }

  /** Canonical id of a value: path of its file (none for the root file), `#`, JSON pointer. */
  idOf(value: object): string {
    return `${this.get(value).source.path}#${this.pointerOf(value)}`;
  }

  #locate(place: Place, key: string | number, part: 'key' | 'value'): Pick<Place, 'source' | 'offset'> {
    const index = this.#indexIn(place, key);
    const offsets = part === 'key' ? (place.keyOffsets ?? place.valueOffsets) : place.valueOffsets;
    return { source: place.sources?.[index] ?? place.source, offset: offsets[index] ?? place.offset };
  }

  #indexIn({ names }: Place, key: string | number): number {
    return names === undefined ? Number(key) : this.indexOf(names, String(key));
  }
}
