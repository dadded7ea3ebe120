import { groupBy } from '../../iterables.js';
import type { OptionValues } from '../../options.js';
import { type Candidates, wordsIn } from '../tools/names.js';

/** Naming of methods: without the words of their resource, or by their operationId alone. */
export type MethodNames = NonNullable<OptionValues['methodNames']>;

/**
 * Names the methods of one resource from the names that each can have, the shortest first: `list`, `listBooks`. Those that want the
 * same name go on to their next one, if they have any: `getBook` and `getBooks` stay what they are in `books`. Of those that can have
 * no other, all keep the wanted name, and the first to claim it has it.
 */
export function shortenAll(sites: readonly Candidates[], isFree: (name: string) => boolean): readonly string[] {
  const left = sites.map((names) => names.slice(Math.max(names.findIndex(isFree), 0)));
  // Names that differ in none of their forms are a collision, which moving on does not resolve: only the first of them counts.
  const forms = sites.map((names) => names.join(' '));
  const counted = left.filter((_, index) => forms.indexOf(forms[index] ?? '') === index);
  for (;;) {
    const clashing = [...groupBy(counted, ([name]) => name).values()].filter((same) => same.length > 1);
    const moved = clashing.flat().filter((names) => names.length > 1);
    if (moved.length === 0) return left.map(([name = '']) => name);
    for (const names of moved) names.shift();
  }
}

/** Returns the name of a method without its resource: `listBooks` in `books` -> `list`; the name itself where that is not in it, or nothing else is. */
export function shorten(name: string, group: readonly string[]): string {
  const words = wordsIn(name);
  const start = words.length > 2 && /^all$/i.test(words[1] ?? '') ? 2 : 1;
  // The longest way to say where it is: `listShopsPets` in `shops.pets`, then `listPets`.
  const ends = group.map((_, index) => findResourceEnd(group.slice(index), words, start));
  const end = ends.find((one) => one !== undefined);
  if (end === undefined || (/\d$/.test(words[start - 1] ?? '') && /^\d/.test(words[end] ?? ''))) return name;
  return words.slice(0, start).join('') + words.slice(end).join('');
}

/** Index after the words that say the steps of a group, one after the other; `undefined` where they do not. */
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

/** Endings of English plurals, and those of their singular; the first that fits counts. */
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
