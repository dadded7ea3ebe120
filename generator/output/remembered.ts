/** Most texts that are remembered; a process that runs for long begins anew then. */
const MOST = 50_000;

/** What a function gives for a text, found out once: three of four lines of a package stand in it more than once. */
export function remembered<Result>(find: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= MOST) known.clear();
    const made = find(text);
    known.set(text, made);
    return made;
  };
}
