export { responseIn } from '../../client/response/find-by-status.js';

/** Returns whether responses with a status never have a body. */
export function isBodyless(status: number): boolean {
  return [204, 205, 304].includes(status);
}
