import type { Json, JsonObject } from '@speccast/runtime';

/** A stored resource: immutable JSON with its key at the key path of the table (`id`). */
export type Row = JsonObject;

/** A value by which rows are found. */
export type Scalar = string | number | boolean | null;

/** Returns whether an index can have a value: null, strings, numbers and booleans. */
export function isScalar(value: Json | undefined): value is Scalar {
  return value === null || (value !== undefined && typeof value !== 'object');
}

/** Rows by a value. */
export type Index = Map<Scalar, Row[]>;

/** Maximum number of changed rows that are kept apart, so that not every insert copies a table of 10,000 rows. */
const mostLate = 256;

/** The return type of a method of maps: TypeScript 5.4 has no name for it. */
type Listed<Method extends 'keys' | 'values' | 'entries'> = ReturnType<ReadonlyMap<string, Row>[Method]>;

/** The rows of a table by key, in the order of insertion. Immutable: a change makes a copy, which shares most rows. */
export class Table implements ReadonlyMap<string, Row> {
  readonly size: number;
  /** Indexes by path, made when rows are first looked for: each row of a page may count other rows. */
  readonly indexes: Map<string, Index> = new Map();
  readonly #rows: ReadonlyMap<string, Row>;
  /** Rows that were replaced or inserted since `#rows` was copied. */
  readonly #late: ReadonlyMap<string, Row>;

  constructor(
    rows: ReadonlyMap<string, Row> = new Map(),
    late: ReadonlyMap<string, Row> = new Map(),
    size: number = rows.size,
  ) {
    this.#rows = rows;
    this.#late = late;
    this.size = size;
  }

  get(key: string): Row | undefined {
    return this.#late.get(key) ?? this.#rows.get(key);
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  *entries(): Listed<'entries'> {
    for (const [key, row] of this.#rows) yield [key, this.#late.get(key) ?? row];
    for (const entry of this.#late) if (!this.#rows.has(entry[0])) yield entry;
  }

  *keys(): Listed<'keys'> {
    for (const [key] of this.entries()) yield key;
  }

  *values(): Listed<'values'> {
    for (const [, row] of this.entries()) yield row;
  }

  [Symbol.iterator](): Listed<'entries'> {
    return this.entries();
  }

  forEach(visit: (row: Row, key: string, table: Table) => void): void {
    for (const [key, row] of this) visit(row, key, this);
  }

  /** Copies the table with a row; a row that replaces another takes its place in the order. */
  with(key: string, row: Row): Table {
    const late = new Map(this.#late).set(key, row);
    const version = new Table(this.#rows, late, this.has(key) ? this.size : this.size + 1);
    return late.size > mostLate ? new Table(new Map(version)) : version;
  }

  without(key: string): Table {
    const rows = new Map(this);
    rows.delete(key);
    return new Table(rows);
  }
}
