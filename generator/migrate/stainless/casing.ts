/** Words that Stainless writes in capitals unless they come first. */
const CAPITALS = new Set(
  'ai api aws ca csv dns eeoc html http https id ip json pdf rcs sdk sha sql ssh ssl tcp tls ttl txt udp ui uri url uuid xml'.split(
    ' ',
  ),
);

/** Spellings of words that a configuration asks for (`custom_casings`). */
export type Casings = ReadonlyMap<
  string,
  { readonly camel?: string | undefined; readonly pascal?: string | undefined }
>;

/** Spells the name of a method or resource as Stainless does: `get_embed_url` -> `getEmbedURL`. */
export function camelName(name: string, casings: Casings): string {
  const own = casings.get(name)?.camel;
  if (own !== undefined) return own;
  // A name in camel case stays as it is, apart from its beginning.
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const spelled = words.map((word, index) => {
    if (index > 0) return laterWord(word, casings);
    const small = /^[A-Z0-9]+$/.test(word) ? word.toLowerCase() : word.charAt(0).toLowerCase() + word.slice(1);
    return casings.get(word)?.camel ?? small;
  });
  return spelled.join('');
}

function laterWord(word: string, casings: Casings): string {
  const own = casings.get(word.toLowerCase())?.pascal;
  if (own !== undefined) return own;
  if (CAPITALS.has(word)) return word.toUpperCase();
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Spells the name of a model: `file_object` -> `FileObject`. */
export function pascalName(name: string, casings: Casings): string {
  const own = casings.get(name)?.pascal;
  if (own !== undefined) return own;
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return words.map((word) => laterWord(word, casings)).join('');
}
