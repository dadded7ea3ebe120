import { ClientError } from '../errors/errors.js';

/** The pages of a list cannot be followed: what came is no page, or leads back to one that has been. */
export class PagingError extends ClientError {
  static override readonly '~speccast': string = 'PagingError';
}
