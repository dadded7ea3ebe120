/** A response as the lab reads it. */
export function readResponse(response) {
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    text: () => response.text(),
  };
}

/** Options of clients that take a logger with a level. */
export function writerOf(onLog) {
  if (onLog === undefined) return {};
  const write = (...parts) =>
    onLog(parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(' '));
  return { logLevel: 'debug', logger: { debug: write, info: write, warn: write, error: write } };
}
