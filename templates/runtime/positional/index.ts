/*
 * For clients whose methods take an id by position, and properties of the body beside the parameters: `argumentStyle: positional`.
 */

/** Params without what comes by position, with properties of the body among them. */
export type FlatParams<Params, Positional extends PropertyKey = never> = Without<Params, Positional | 'body'> &
  FlatBody<Params>;

// `Omit` alone would lose which params exclude each other.
type Without<Params, Names extends PropertyKey> = Params extends unknown ? Omit<Params, Names> : never;

// A body that may be left out is whole or not there.
type FlatBody<Params> = Params extends { body: infer Body }
  ? Body
  : Params extends { body?: infer Body }
    ? NonNullable<Body> | { [Key in keyof NonNullable<Body>]?: undefined }
    : unknown;

/** The params of a call: members of `names` are parameters, all others properties of the body. */
export function mergeBody<Params>(params: object | undefined, names: readonly string[], positional: object): Params {
  const [given, body]: [[string, unknown][], [string, unknown][]] = [Object.entries(positional), []];
  for (const entry of Object.entries(params ?? {})) (names.includes(entry[0]) ? given : body).push(entry);
  if (body.some(([, value]) => value !== undefined)) given.push(['body', Object.fromEntries(body)]);
  // The types of the method say what there is.
  return Object.fromEntries(given) as Params;
}
