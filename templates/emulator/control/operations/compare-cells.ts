import type { Json } from '@speccast/runtime';
import { writeExactly } from '@speccast/runtime/requests';

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
