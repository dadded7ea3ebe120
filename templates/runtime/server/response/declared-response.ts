/** Finds the response that is declared for a status: under the status itself, its class (`4XX`), or `default`. */
export function responseIn<One extends { readonly status: string }>(
  responses: readonly One[],
  status: number,
): One | undefined {
  const names = [String(status), `${String(status).charAt(0)}XX`, 'DEFAULT'];
  return names.flatMap((name) => responses.filter((one) => one.status.toUpperCase() === name))[0];
}

/** Returns whether responses with a status never have a body. */
export function isBodyless(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}
