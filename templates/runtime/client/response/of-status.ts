// In a file of its own, as it is for validation and codecs only: clients without them stay small.

/** Finds the declaration of a status: its own, else that of its class (`4XX`), else that of all (`default`). */
export function ofStatus<T>(declared: Readonly<Record<string, T>> | undefined, status: number): T | undefined {
  const names = [String(status), `${String(status)[0]}XX`, 'DEFAULT'];
  return names.flatMap((name) => Object.entries(declared ?? {}).filter(([one]) => one.toUpperCase() === name))[0]?.[1];
}
