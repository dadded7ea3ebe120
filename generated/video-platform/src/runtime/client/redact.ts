const mask = '[redacted]';

/** Shorter values are no secrets, and replacing them would spoil ordinary words. */
const shortestSecret = 4;

/** Deeper values of a foreign body are cut off. */
const deepest = 20;

/** Takes credentials out of whatever a person or a log may get to see. */
export interface Redactor {
  /** Adds a secret, in all the forms it can travel in. */
  add(secret: string): void;
  /** A text without secrets, and without the values of query parameters that carry credentials. */
  text(text: string): string;
  /** A JSON value without secrets. */
  value(value: unknown): unknown;
  /** An error of somebody else's making: name, message, stack, code and causes without secrets. */
  error(error: unknown): unknown;
}

/** Makes a redactor that knows the names of the query parameters that carry credentials. */
export function createRedactor(parameters: readonly string[]): Redactor {
  // The longest first: a secret may begin with another one.
  const secrets: string[] = [];
  const names = new Set(parameters);

  function text(given: string): string {
    let clean = given;
    for (const secret of secrets) clean = clean.replaceAll(secret, mask);
    return clean.replace(/([?&])([^=&#\s]+)=([^&#\s"'<>]*)/g, (whole, mark: string, name: string) =>
      names.has(name) ? `${mark}${name}=${mask}` : whole,
    );
  }

  function value(given: unknown, depth = 0): unknown {
    if (typeof given === 'string') return text(given);
    if (typeof given !== 'object' || given === null) return given;
    if (depth === deepest) return mask;
    if (Array.isArray(given)) return given.map((item) => value(item, depth + 1));
    return Object.fromEntries(Object.entries(given).map(([key, item]) => [text(key), value(item, depth + 1)]));
  }

  function error(given: unknown, depth = 0): unknown {
    if (!(given instanceof Error)) return typeof given === 'string' ? text(given) : undefined;
    const cause = given.cause === undefined || depth === 5 ? {} : { cause: error(given.cause, depth + 1) };
    const clean = new Error(text(given.message), cause);
    clean.name = text(given.name);
    clean.stack = text(given.stack ?? '');
    return 'code' in given && typeof given.code === 'string' ? Object.assign(clean, { code: text(given.code) }) : clean;
  }

  function add(secret: string): void {
    if (secret.length < shortestSecret) return;
    for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
      const place = secrets.findIndex((known) => known.length <= form.length);
      if (!secrets.includes(form)) secrets.splice(place === -1 ? secrets.length : place, 0, form);
    }
  }

  return { add, text, value: (given) => value(given), error: (given) => error(given) };
}
