import { groupBy } from '../../iterables.js';
import type { OptionValues } from '../../options.js';
import { type Candidates, splitWords } from '../tools/names.js';

/** Naming of methods: without the words of their resource, or by their operationId alone. */
export type MethodNames = NonNullable<OptionValues['methodNames']>;

/**
 * Names the methods of one resource; each has a list of candidates, the shortest first: `list`, `listBooks`. Methods with equal names
 * move on to their next candidate: in `books`, `getBook` and `getBooks` cannot both be `get`. Methods without a further candidate keep
 * their equal names; the first one that is claimed gets it.
 */
export function shortenAll(sites: readonly Candidates[], isFree: (name: string) => boolean): readonly string[] {
  const left = sites.map((names) => names.slice(Math.max(names.findIndex(isFree), 0)));
  // Of methods with the same candidates, only the first counts: moving on does not make them different.
  const forms = sites.map((names) => names.join(' '));
  const counted = left.filter((_, index) => forms.indexOf(forms[index] ?? '') === index);
  for (;;) {
    const clashing = [...groupBy(counted, ([name]) => name).values()].filter((same) => same.length > 1);
    const moved = clashing.flat().filter((names) => names.length > 1);
    if (moved.length === 0) return left.map(([name = '']) => name);
    for (const names of moved) names.shift();
  }
}

/** Removes the resource from the name of a method: `listBooks` in `books` -> `list`. Returns a name without its resource unchanged. */
export function shorten(name: string, group: readonly string[]): string {
  const words = splitWords(name);
  const start = words.length > 2 && /^all$/i.test(words[1] ?? '') ? 2 : 1;
  // The longest match first: `listShopsPets` in `shops.pets`, then `listPets`.
  const ends = group.map((_, index) => findResourceEnd(group.slice(index), words, start));
  const end = ends.find((one) => one !== undefined);
  if (end === undefined || (/\d$/.test(words[start - 1] ?? '') && /^\d/.test(words[end] ?? ''))) return name;
  return words.slice(0, start).join('') + words.slice(end).join('');
}

/** Returns the index after the words that name the steps of a group; `undefined` if `words` do not name them from `start` on. */
function findResourceEnd(steps: readonly string[], words: readonly string[], start: number): number | undefined {
  let end = start;
  for (const step of steps) {
    const rest = words.slice(end);
    const length = rest.findIndex((_, index) => isSameResource(rest.slice(0, index + 1).join(''), step)) + 1;
    if (length === 0) return undefined;
    end += length;
  }
  return end;
}

/** Returns true if two names are the same but for case and number: `Pet` and `pets`. */
export function isSameResource(left: string, right: string): boolean {
  const [one, other] = [left.toLowerCase(), right.toLowerCase()];
  return one === other || listPlurals(one).includes(other) || listPlurals(other).includes(one);
}

/** Lists the spellings of the plural of an English word: `box` -> `boxes`. */
function listPlurals(word: string): readonly string[] {
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`];
  if (word.endsWith('is')) return [`${word.slice(0, -2)}es`, `${word}es`];
  return /(?:s|x|z|ch|sh)$/.test(word) ? [`${word}es`] : [`${word}s`];
}

/** Endings of English plurals, with their replacements for the singular; the first that fits counts. */
const SINGULARS: readonly (readonly [RegExp, string])[] = [
  [/(?:ss|us|is|series|species|news)$/i, '$&'],
  [/(cook|mov|calor|zomb|self)ies$/i, '$1ie'],
  [/ies$/i, 'y'],
  [/(aly|gno|the|cri)ses$/i, '$1sis'],
  [/((?:[^oa]u|s)s|x|tch|[^a]ch|sh|tz)es$/i, '$1'],
  [/s$/i, ''],
];

/** Returns the singular of an English word, or of a name that ends in one: `petToys` -> `petToy`; another word is left as it is. */
export function toSingular(name: string): string {
  const [ending, singular] = SINGULARS.find(([plural]) => plural.test(name)) ?? [];
  return ending ? name.replace(ending, singular ?? '') : name;
}
