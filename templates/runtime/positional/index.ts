// The entry `@speccast/runtime/positional`, for clients with `argumentStyle: positional`: `client.pets.update('a', { name: 'Tom' })`.

/** Params without positional ones, and with the properties of the body instead of `body`. */
export type FlatParams<Params, Positional extends PropertyKey = never> = Without<Params, Positional | 'body'> &
  FlatBody<Params>;

// Not `Omit` alone: on a union of params, it would allow combinations that the union excludes.
type Without<Params, Names extends PropertyKey> = Params extends unknown ? Omit<Params, Names> : never;

// An optional body has all its required properties, or none.
type FlatBody<Params> = Params extends { body: infer Body }
  ? Body
  : Params extends { body?: infer Body }
    ? NonNullable<Body> | { [Key in keyof NonNullable<Body>]?: undefined }
    : unknown;

/** Merges the params of a call: members in `names` are parameters, others go into `body`: `{ id: 'a', body: { name: 'Tom' } }`. */
export function mergeBody<Params>(params: object | undefined, names: readonly string[], positional: object): Params {
  const [given, body]: [[string, unknown][], [string, unknown][]] = [Object.entries(positional), []];
  for (const entry of Object.entries(params ?? {})) (names.includes(entry[0]) ? given : body).push(entry);
  if (body.some(([, value]) => value !== undefined)) given.push(['body', Object.fromEntries(body)]);
  // `as`: the types of the method declare the params.
  return Object.fromEntries(given) as Params;
}
