/** That of several responses which is declared for a status: the status itself, its class (`4XX`), or `default`. */
export function responseIn<One extends { readonly status: string }>(
  responses: readonly One[],
  status: number,
): One | undefined {
  const names = [String(status), `${String(status).charAt(0)}XX`, 'default'];
  for (const name of names) {
    const found = responses.find((one) => one.status.toUpperCase() === name.toUpperCase());
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a response with a status never has a body. */
export function isBodyless(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}
