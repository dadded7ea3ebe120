/** A flag that takes pairs, and what it takes, with an example. */
interface PairFlag {
  readonly flag: string;
  readonly takes: string;
}

/** Reads `key=value,…` of a flag, each pair by a function that may say what is wrong with it; so does a string. */
export function parsePairs<T extends string>(
  text: string,
  { flag, takes }: PairFlag,
  read: (key: string, value: string) => readonly [string, T] | string,
): Readonly<Record<string, T>> | string {
  const pairs = new Map<string, T>();
  for (const part of text.split(',')) {
    const [key = '', value = '', ...more] = part.split('=').map((one) => one.trim());
    if (key === '' || value === '' || more.length > 0) return `${flag} takes ${takes}, not ${JSON.stringify(part)}`;
    if (pairs.has(key)) return `${flag}: ${JSON.stringify(key)} is listed twice`;
    const found = read(key, value);
    if (typeof found === 'string') return found;
    pairs.set(...found);
  }
  return Object.fromEntries(pairs);
}
