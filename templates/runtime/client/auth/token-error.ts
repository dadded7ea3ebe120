import { ClientError, type ErrorFields } from '../errors/errors.js';

/** What is known about a token that could not be had. */
export interface TokenErrorFields extends ErrorFields {
  readonly code?: string | undefined;
  readonly status?: number | undefined;
}

/** No access token could be had; the call itself was not sent. */
export class TokenError extends ClientError {
  static override readonly '~speccast': string = 'TokenError';

  /** What the token endpoint says: `invalid_grant` means that the user has to sign in again. */
  declare readonly code: string | undefined;
  /** Status of the token endpoint's answer. */
  declare readonly status: number | undefined;

  constructor(operation: string, message: string, fields: TokenErrorFields = {}) {
    super(operation, message, { requestMayHaveBeenProcessed: false, ...fields });
  }
}
