// A file of its own, because only validation and codecs need it: bundlers drop it from other clients.

/** Finds the declaration of a status: its own, or that of its range (`4XX`), or the `default`. */
export function findByStatus<T>(declared: Readonly<Record<string, T>> | undefined, status: number): T | undefined {
  const names = [`${status}`, `${status}`[0] + 'XX', 'DEFAULT'];
  return names.flatMap((name) => Object.entries(declared ?? {}).filter(([one]) => one.toUpperCase() === name))[0]?.[1];
}

/** Finds the response that is declared for a status, its range, or as the default. */
export function responseIn<One extends { readonly status: string }>(
  responses: readonly One[],
  status: number,
): One | undefined {
  return findByStatus(Object.fromEntries(responses.map((one) => [one.status, one])), status);
}
