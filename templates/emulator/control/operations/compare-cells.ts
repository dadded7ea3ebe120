import type { Json } from '@speccast/runtime';
import { writeExactly } from '@speccast/runtime/requests';

const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Compares two values of a column: numbers by size, strings as people sort them; what is missing comes last. */
export function compareCells(one: Json | undefined, other: Json | undefined, sign: number): number {
  const [isEmpty, isOtherEmpty] = [one === undefined || one === null, other === undefined || other === null];
  if (isEmpty || isOtherEmpty) return Number(isEmpty) - Number(isOtherEmpty);
  if (typeof one === 'number' && typeof other === 'number') return sign * (one - other);
  return sign * words.compare(toText(one), toText(other));
}

function toText(value: Json | undefined): string {
  return typeof value === 'string' ? value : (writeExactly(value) ?? '');
}

const known = new WeakMap<object, string>();

/** What a search in a row looks at: its JSON in lower case. Rows do not change, so it is made once for each. */
export function textOf(row: object): string {
  const text = known.get(row) ?? writeExactly(row).toLowerCase();
  known.set(row, text);
  return text;
}
