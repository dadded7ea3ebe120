import { editDistance } from '../../tools/edit-distance.js';

/** Converts a name to lower case with dashes: `maxResults` → `max-results`, `filter[petKind]` → `filter.pet-kind`. */
export function kebabCase(name: string): string {
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1-$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1-$2')
    .replace(/\[([^\]]*)\]/g, '.$1')
    .replace(/[^\p{L}\p{N}.]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .toLowerCase();
}

/** Suggests at most three names that are similar to a wrong one, as the end of a message: `; did you mean a or b?`, or `''`. */
export function suggest(word: string, names: Iterable<string>, show: (name: string) => string = String): string {
  const most = Math.max(2, Math.floor(word.length / 3));
  const wrong = word.toLowerCase();
  const near = [...new Set(names)]
    .map((name) => {
      const known = name.toLowerCase();
      // A name that contains the word is similar, however long it is.
      if (word.length > 2 && known.includes(wrong)) return { name, distance: 1 };
      const isFar = Math.abs(word.length - name.length) > most || word.length > 100;
      return { name, distance: isFar ? Infinity : editDistance(wrong, known) };
    })
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3);
  return near.length ? `; did you mean ${near.map(({ name }) => show(name)).join(' or ')}?` : '';
}
