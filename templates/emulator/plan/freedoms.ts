/** Things that a service may do without violating its documentation. Clients that do not expect them fail. */
export const freedoms = [
  /** Thumbnails without width and height. */
  'omitSizes',
  /** Fewer thumbnails; there is always one. */
  'omitThumbnails',
  /** Fewer embedded rows, or none. */
  'truncateEmbeds',
  /** Pages with fewer items than requested. */
  'shortPages',
  /** Empty pages in the middle of a list. */
  'emptyPages',
  /** Empty lists are omitted. */
  'omitEmpty',
  /** Optional members of resources are omitted, if nothing refers to them. */
  'omitOptional',
  /** Additional members that no schema declares. */
  'extraMembers',
  /** Enum values that no schema declares. */
  'unknownValues',
  /** Other formats of the same times. */
  'dates',
  /** Members in another order. */
  'shuffleKeys',
  /** New entity tags of unchanged lists. */
  'changeTags',
  /** Another declared status without a body. */
  'otherStatus',
  /** Whitespace in JSON. */
  'whitespace',
  /** Bodies in chunks, without a length. */
  'chunked',
  /** Additional headers, and other spellings of the JSON media type. */
  'headers',
] as const;

/** One freedom of a service. */
export type Freedom = (typeof freedoms)[number];

/** The hostile mode: a seed, or a seed and the freedoms to take. */
export type HostileOption = number | { readonly seed: number; readonly freedoms?: readonly Freedom[] };

/**
 * Finds the freedoms that make a test fail. Calls `run` once for each freedom, with a value of the option `hostile` that takes only this
 * freedom. `run` fails by throwing.
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
