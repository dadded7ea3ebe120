import { editDistance } from '@speccast/runtime/requests';

const longestName = 100;

/**
 * Finds the name that was most likely meant: at most a third of its letters differ, or they are in another order, or it ends in the
 * text (`notFound` → `videoNotFound`).
 */
export function findNearest(unknown: string, names: Iterable<string>): string | undefined {
  const text = unknown.toLowerCase().slice(0, longestName);
  const all = [...names];
  const near = all
    .map((name) => {
      const other = name.toLowerCase();
      return { name, difference: sortLetters(other) === sortLetters(text) ? 1 : editDistance(text, other) };
    })
    .filter(({ name, difference }) => difference * 3 <= name.length)
    .toSorted((one, other) => one.difference - other.difference);
  return near[0]?.name ?? all.find((name) => text !== '' && name.toLowerCase().endsWith(text));
}

function sortLetters(text: string): string {
  return [...text].toSorted().join('');
}

/** Ends a sentence about an unknown name: `; did you mean notes?`, or a full stop. */
export function didYouMean(unknown: string, names: Iterable<string>): string {
  const nearest = findNearest(unknown, names);
  return nearest === undefined ? '.' : `; did you mean ${nearest}?`;
}
