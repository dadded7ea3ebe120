// In a file of its own, as it is for validation and codecs only: clients without them stay small.

/** Finds the declaration of a status: its own, else that of its class (`4XX`), else that of all (`default`). */
export function ofStatus<T>(declared: Readonly<Record<string, T>> | undefined, status: number): T | undefined {
  const names = [`${status}`, `${status}`[0] + 'XX', 'DEFAULT'];
  return names.flatMap((name) => Object.entries(declared ?? {}).filter(([one]) => one.toUpperCase() === name))[0]?.[1];
}

/** Finds the response that is declared for a status, as `ofStatus` does. */
export function responseIn<One extends { readonly status: string }>(
  responses: readonly One[],
  status: number,
): One | undefined {
  return ofStatus(Object.fromEntries(responses.map((one) => [one.status, one])), status);
}
