import type { Position } from '../diagnostics.js';
import { printPointer } from './pointer.js';
import type { SourceText } from './source-text.js';
import type { Positions } from './spec-document.js';

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
  readonly parent: object | undefined;
  /** Key or index in the parent. */
  readonly key: string | number;
}

/** The place of every object and array of a spec. */
export class Places implements Positions {
  readonly #places = new WeakMap<object, Place>();

  /** Records where a value stands. */
  set(value: object, place: Place): void {
    this.#places.set(value, place);
  }

  /** Gives a value that was made while reading the place of the value it comes from. */
  derive(value: object, origin: object, key: string | number): void {
    const { source, offset } = this.#locate(origin, key, 'value');
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
    const { source, offset } = this.#locate(value, key, 'key');
    return source.position(offset);
  }

  ofValue(value: object, key: string | number): Position {
    const { source, offset } = this.#locate(value, key, 'value');
    return source.position(offset);
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

  #locate(value: object, key: string | number, part: 'key' | 'value'): Place {
    const place = this.get(value);
    const index = place.names === undefined ? Number(key) : place.names.indexOf(String(key));
    const offsets = part === 'key' ? (place.keyOffsets ?? place.valueOffsets) : place.valueOffsets;
    return { ...place, offset: offsets[index] ?? place.offset };
  }
}
