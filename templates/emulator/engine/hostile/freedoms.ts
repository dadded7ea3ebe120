/** What a service may do without breaking the word of its documents; a client that relies on the contrary breaks. */
export const freedoms = [
  /** Thumbnails without width and height. */
  'omitSizes',
  /** Fewer names of thumbnails; one is always there. */
  'omitThumbnails',
  /** Fewer of the rows that stand inside others, or none of them. */
  'truncateEmbeds',
  /** Pages with fewer items than asked for. */
  'shortPages',
  /** Pages without items in the midst of a list. */
  'emptyPages',
  /** Empty lists that are left out. */
  'omitEmpty',
  /** Optional members of resources that are left out, where nothing else refers to them. */
  'omitOptional',
  /** Members that no schema names. */
  'extraMembers',
  /** Texts of enums that no schema names. */
  'unknownValues',
  /** Other fractions and offsets of the same times. */
  'dates',
  /** Members in another order. */
  'shuffleKeys',
  /** Entity tags of lists that change although nothing else does. */
  'changeTags',
  /** Another of the declared statuses without a body. */
  'otherStatus',
  /** Blanks and line breaks in JSON. */
  'whitespace',
  /** Bodies in odd pieces, their length not told. */
  'chunked',
  /** Headers that nobody asked for, and the media type of JSON in other words. */
  'headers',
] as const;

/** One liberty of a service. */
export type Freedom = (typeof freedoms)[number];

/** The legal but hostile mode: a number that everything follows from, or the number and the freedoms that are taken. */
export type HostileOption = number | { readonly seed: number; readonly freedoms?: readonly Freedom[] };

/**
 * The freedoms each of which, taken alone, makes a test fail that fails with all of them: `run` is called with the option
 * `hostile` for one freedom after another, and fails by throwing.
 */
export async function narrowHostile(
  seed: number,
  run: (hostile: HostileOption) => Promise<unknown>,
): Promise<readonly Freedom[]> {
  const found: Freedom[] = [];
  for (const freedom of freedoms) {
    try {
      await run({ seed, freedoms: [freedom] });
    } catch {
      found.push(freedom);
    }
  }
  return found;
}
