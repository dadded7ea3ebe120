/** How methods of the client are named: without the words of their resource, or by their operationId alone. */
export type MethodNames = 'short' | 'operationId';

/** Both ways to name methods, the default first. */
export const METHOD_NAMES: readonly MethodNames[] = ['short', 'operationId'];

/** Where an operation belongs before collisions are resolved: `shops.pets.list` -> group `shops`, `pets`; leaf `list`. */
export interface OperationSite {
  readonly group: readonly string[];
  readonly leaf: string;
  /** The leaf without a resource that its id begins with: `books_list` -> `list`. */
  readonly prefixed?: string;
}

/**
 * Names the methods of one resource: `listBooks` in `books` -> `list`. A short name that another method of the resource
 * would have, too, or that is not free, is nobody's: each keeps the name of its operationId.
 */
export function shortenAll(sites: readonly OperationSite[], isFree: (name: string) => boolean): readonly string[] {
  const wanted = sites.map((site) => {
    const short = shorten(site);
    return short !== undefined && isFree(short) ? short : site.leaf;
  });
  // Whoever goes back to its own name may meet another's short name there.
  for (;;) {
    const back = sites.flatMap(({ leaf }, index) => {
      const name = wanted[index] ?? leaf;
      return name !== leaf && wanted.indexOf(name) !== wanted.lastIndexOf(name) ? [index] : [];
    });
    if (back.length === 0) return wanted;
    for (const index of back) wanted[index] = sites[index]?.leaf ?? '';
  }
}

/** The name of a method without its resource; `undefined` where that is not in it, or nothing else is. */
function shorten({ group, leaf, prefixed }: OperationSite): string | undefined {
  const own = prefixed ?? leaf;
  const words = own.split(BETWEEN_WORDS);
  const start = words.length > 2 && /^all$/i.test(words[1] ?? '') ? 2 : 1;
  // The longest way to say where it is: `listShopsPets` in `shops.pets`, then `listPets`.
  const ends = group.map((_, index) => endOf(group.slice(index), words, start));
  const end = ends.find((one) => one !== undefined);
  const short = end === undefined ? own : words.slice(0, start).join('') + words.slice(end).join('');
  const isApart = end === undefined || !/\d$/.test(words[start - 1] ?? '') || !/^\d/.test(words[end] ?? '');
  return short === leaf || !isApart ? undefined : short;
}

const BETWEEN_WORDS = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;

/** Index after the words that say the steps of a group, one after the other; `undefined` where they do not. */
function endOf(steps: readonly string[], words: readonly string[], start: number): number | undefined {
  let end = start;
  for (const step of steps) {
    const rest = words.slice(end);
    const length = rest.findIndex((_, index) => isSameResource(rest.slice(0, index + 1).join(''), step)) + 1;
    if (length === 0) return undefined;
    end += length;
  }
  return end;
}

/** Longest id that is searched for its resource. */
const LONGEST_ID = 256;

/** What comes after a resource at the beginning of an id: `books_list` -> `list`, `BooksController_findAll` -> `findAll`. */
export function afterPrefix(id: string, resource: string): string | undefined {
  if (/\s/.test(id)) return undefined;
  const ends = [...id.slice(0, LONGEST_ID).matchAll(/[_:-]+(?=\p{L})/gu)];
  const end = ends.find(({ index }) => {
    const prefix = id.slice(0, index).replace(/[^\p{L}\p{N}]/gu, '');
    const controlled = /^(.+)Controller$/.exec(prefix)?.[1];
    // A verb can be spelled as a resource: `report_abuse` in `reports`, `list_items` in `lists`.
    if (controlled === undefined && /^[a-z]/.test(prefix)) return prefix.toLowerCase() === resource.toLowerCase();
    return isSameResource(controlled ?? prefix, resource);
  });
  return end && id.slice(end.index + end[0].length);
}

/** Whether two names are the same but for case and number. */
function isSameResource(left: string, right: string): boolean {
  const [one, other] = [left.toLowerCase(), right.toLowerCase()];
  return one === other || pluralsOf(one).includes(other) || pluralsOf(other).includes(one);
}

/** How the plural of an English word may be spelled. */
function pluralsOf(word: string): readonly string[] {
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`];
  if (word.endsWith('is')) return [`${word.slice(0, -2)}es`, `${word}es`];
  return /(?:s|x|z|ch|sh)$/.test(word) ? [`${word}es`] : [`${word}s`];
}
