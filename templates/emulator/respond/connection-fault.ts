/** Creates the error of a `fetch` whose connection broke: a `TypeError` with a `cause` of code `ECONNRESET`. */
export function connectionFault(): TypeError {
  const cause = Object.assign(new Error('The connection was closed by a fault rule.'), { code: 'ECONNRESET' });
  return new TypeError('fetch failed', { cause });
}
/** Returns whether an error is one of a broken connection. */
export function isConnectionFault(error: unknown): error is TypeError {
  const cause = error instanceof TypeError ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNRESET';
}
