/** A response as the lab reads it. */
export function readResponse(response) {
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    text: () => response.text(),
  };
}

/** Leaves out options without a value, which some libraries reject: `{ retry: undefined, timeout: 5 }` → `{ timeout: 5 }`. */
export function omitUndefined(options) {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** Options of clients that take a logger with a level. */
export function toLogger(onLog) {
  if (onLog === undefined) return {};
  const write = (...parts) =>
    onLog(parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(' '));
  return { logLevel: 'debug', logger: { debug: write, info: write, warn: write, error: write } };
}
