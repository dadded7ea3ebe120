export { responseIn } from '../../client/response/of-status.js';

/** Returns whether responses with a status never have a body. */
export function isBodyless(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}
