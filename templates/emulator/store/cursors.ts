/** A list as it was when its first page was sent. */
export interface Cursor {
  readonly query: string;
  /** The keys of its rows. */
  readonly keys: readonly string[];
}

const mostCursors = 1000;
const mostKeys = 1_000_000;

/** Adds a list to those that page tokens refer to, and removes the oldest ones if there are too many lists or keys. */
export function addCursor(cursors: Map<number, Cursor>, number: number, cursor: Cursor): void {
  cursors.set(number, cursor);
  let weight = [...cursors.values()].reduce((sum, { keys }) => sum + keys.length, 0);
  for (const [oldest, { keys }] of cursors) {
    if (oldest === number || (cursors.size <= mostCursors && weight <= mostKeys)) break;
    cursors.delete(oldest);
    weight -= keys.length;
  }
}

/** The difference between two lists of keys: `head` and `tail` count the equal keys at both ends, `keys` are those in between. */
export interface KeysDifference {
  readonly head: number;
  readonly tail: number;
  readonly keys: readonly string[];
}

/** Compares a list of keys with another: `['a', 'b']`, `['a', 'c', 'b']` → `{ head: 1, tail: 1, keys: ['c'] }`. */
export function compareKeys(base: readonly string[], keys: readonly string[]): KeysDifference {
  const most = Math.min(base.length, keys.length);
  let [head, tail] = [0, 0];
  while (head < most && base[head] === keys[head]) head += 1;
  while (tail < most - head && base[base.length - 1 - tail] === keys[keys.length - 1 - tail]) tail += 1;
  return { head, tail, keys: keys.slice(head, keys.length - tail) };
}

/** Restores a list of keys from its difference to another. */
export function applyDifference(base: readonly string[], { head, tail, keys }: KeysDifference): readonly string[] {
  return [...base.slice(0, head), ...keys, ...base.slice(base.length - tail)];
}
