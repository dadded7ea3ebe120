import { editDistance } from '../../tools/edit-distance.js';

/** `maxResults` as people type it: `max-results`; dots stay, brackets become dots. */
export function kebabCase(name: string): string {
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1-$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1-$2')
    .replace(/\[([^\]]*)\]/g, '.$1')
    .replace(/[^\p{L}\p{N}.]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .toLowerCase();
}

/** The names that somebody may have meant, the nearest first, at most three. */
export function suggest(given: string, names: Iterable<string>): readonly string[] {
  const most = Math.max(2, Math.floor(given.length / 3));
  const wanted = given.toLowerCase();
  const found = [...new Set(names)].flatMap((name) => {
    const other = name.toLowerCase();
    const far = wanted.length > 2 && other.includes(wanted) ? 1 : distance(wanted, other, most);
    return far <= most ? [{ name, far }] : [];
  });
  return found
    .sort((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** `; did you mean a or b?`, or nothing. */
export function didYouMean(given: string, names: Iterable<string>, show: (name: string) => string = String): string {
  const found = suggest(given, names);
  return found.length === 0 ? '' : `; did you mean ${found.map(show).join(' or ')}?`;
}

/** How many characters differ (Levenshtein); more than `most` where it is certain to be more. */
function distance(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) > most || left.length > 100) return most + 1;
  return editDistance(left, right);
}
