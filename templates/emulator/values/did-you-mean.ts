import { edits } from '../features/contract/nearest-operation.js';

const longestName = 100;

/**
 * The name that was most likely meant: at most a third of its letters differ, or they stand in another order, or it ends in what
 * was given (`videoNotFound`).
 */
export function findNearest(given: string, names: Iterable<string>): string | undefined {
  const text = given.toLowerCase().slice(0, longestName);
  const all = [...names];
  const near = all
    .map((name) => {
      const other = name.toLowerCase();
      return { name, difference: sortLetters(other) === sortLetters(text) ? 1 : edits(text, other) };
    })
    .filter(({ name, difference }) => difference * 3 <= name.length)
    .toSorted((one, other) => one.difference - other.difference);
  return near[0]?.name ?? all.find((name) => text !== '' && name.toLowerCase().endsWith(text));
}

function sortLetters(text: string): string {
  return [...text].toSorted().join('');
}

/** Ends a sentence about an unknown name: `; did you mean notes?`, or a full stop. */
export function didYouMean(given: string, names: Iterable<string>): string {
  const nearest = findNearest(given, names);
  return nearest === undefined ? '.' : `; did you mean ${nearest}?`;
}
