/** Words that change the meaning of a name: `minPrice` is no new name of `price`. */
const CHANGING_WORDS: ReadonlySet<string> = new Set(
  'after before disable disabled down end ended first from in last left max maximum min minimum new next no non not off old on out prev previous right start started to un up without'.split(
    ' ',
  ),
);

/** Minimum length of a word that two names must have in common. */
const TELLING_WORD = 4;
/** Minimum length of a word in which a typing error is recognized. */
const LONG_WORD = 5;

/**
 * Returns whether one name may be a new spelling of the other: the same words (`petId`, `pet_id`), some words more or less
 * while half of them stay (`name`, `displayName`), or one typing error (`licence`, `license`).
 */
export function areSimilar(left: string, right: string): boolean {
  if (left.replace(/\D/g, '') !== right.replace(/\D/g, '')) return false;
  const [one, other] = [splitNameWords(left), splitNameWords(right)];
  if (one.length === 0 || other.length === 0) return false;
  if (one.join('') === other.join('') || one.toSorted().join() === other.toSorted().join()) return true;
  if (one.length === other.length) {
    const index = one.findIndex((word, at) => word !== other[at]);
    const [rest, otherRest] = [one, other].map((words) => words.slice(index + 1).join(' '));
    return rest === otherRest && isMistyped(one[index] ?? '', other[index] ?? '');
  }
  return isExtended(...(one.length < other.length ? ([one, other] as const) : ([other, one] as const)));
}

/**
 * Returns whether two names probably mean different things: they share a word (`createdBy`, `updatedBy`), or differ in a word such
 * as `min`.
 */
export function areSiblings(left: string, right: string): boolean {
  const [one, other] = [splitNameWords(left), splitNameWords(right)];
  const [ofOne, ofOther] = [one.filter((word) => !other.includes(word)), other.filter((word) => !one.includes(word))];
  return ofOne.length < one.length || [...ofOne, ...ofOther].some((word) => CHANGING_WORDS.has(word));
}

/** Splits a name into words in small letters, without the `s` of a plural: `petIds` → `pet`, `id`. */
function splitNameWords(name: string): readonly string[] {
  return name
    .normalize()
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase().replace(/(?<=\p{L}{2}(?!s)\p{L})s$/u, ''));
}

function isExtended(short: readonly string[], long: readonly string[]): boolean {
  const more = [...long];
  for (const word of short) {
    const index = more.indexOf(word);
    if (index < 0) return false;
    more.splice(index, 1);
  }
  return (
    short.length * 2 >= long.length &&
    short.some((word) => word.length >= TELLING_WORD) &&
    !more.some((word) => CHANGING_WORDS.has(word))
  );
}

/** Returns whether two words differ by one typing error after the first letter: `licence`, `license`. */
function isMistyped(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (short.length < LONG_WORD || long.length - short.length > 1 || short[0] !== long[0]) return false;
  if (CHANGING_WORDS.has(left) || CHANGING_WORDS.has(right)) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  const isExchanged = short[at] === long[at + 1] && short[at + 1] === long[at];
  return short.slice(at + 1) === long.slice(at + 1) || (isExchanged && short.slice(at + 2) === long.slice(at + 2));
}
