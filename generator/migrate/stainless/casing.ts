/** Words that Stainless writes in capitals where they do not come first. */
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

/** The name of a method or resource in TypeScript, as Stainless makes it: `get_embed_url` -> `getEmbedURL`. */
export function camelName(name: string, casings: Casings): string {
  const own = casings.get(name)?.camel;
  if (own !== undefined) return own;
  // What is in camel case stays as it is, apart from its beginning.
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return words.map((word, index) => (index === 0 ? firstWord(word, casings) : laterWord(word, casings))).join('');
}

function firstWord(word: string, casings: Casings): string {
  const own = casings.get(word)?.camel;
  if (own !== undefined) return own;
  return /^[A-Z0-9]+$/.test(word) ? word.toLowerCase() : word.charAt(0).toLowerCase() + word.slice(1);
}

function laterWord(word: string, casings: Casings): string {
  const own = casings.get(word.toLowerCase())?.pascal;
  if (own !== undefined) return own;
  if (CAPITALS.has(word)) return word.toUpperCase();
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The name of a model in TypeScript: `file_object` -> `FileObject`. */
export function pascalName(name: string, casings: Casings): string {
  const own = casings.get(name)?.pascal;
  if (own !== undefined) return own;
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return words.map((word) => laterWord(word, casings)).join('');
}
