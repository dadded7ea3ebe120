import { ofStatus } from '../../client/response/of-status.js';

/** Finds the response that is declared for a status: under the status itself, its class (`4XX`), or `default`. */
export function responseIn<One extends { readonly status: string }>(
  responses: readonly One[],
  status: number,
): One | undefined {
  return ofStatus(Object.fromEntries(responses.map((one) => [one.status, one])), status);
}

/** Returns whether responses with a status never have a body. */
export function isBodyless(status: number): boolean {
  return [204, 205, 304].includes(status);
}
