// By itself: it is for validation and codecs, and clients without them stay as small as they are.

/** Returns the declaration for a status: its own, else that of its class (`4XX`), else that of all (`default`). */
export function ofStatus<T>(declared: Readonly<Record<string, T>> | undefined, status: number): T | undefined {
  const names = [String(status), `${String(status)[0]}XX`, 'DEFAULT'];
  return names.flatMap((name) => Object.entries(declared ?? {}).filter(([one]) => one.toUpperCase() === name))[0]?.[1];
}
