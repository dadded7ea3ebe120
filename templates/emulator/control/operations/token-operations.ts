import type { TokenRequest } from '../../features/tokens/token-list.js';
import { rejecting, requireFound } from '../input/control-request.js';
import type { ControlOperations } from '../input/controlled-emulator.js';

/** The operations on tokens. */
export const tokenOperations: ControlOperations = {
  'tokens.list GET /tokens': {
    summary: 'Lists the tokens that the emulator issued, the newest last, without the tokens themselves.',
    response: 'Token[]',
    run: ({ world }) => world.tokens.list(),
  },
  'tokens.issue POST /tokens': {
    summary: 'Issues an access token and a refresh token. They are shown once.',
    body: 'TokenRequest',
    response: 'NewTokens',
    // `issue` validates the members.
    run: ({ world, body }) => rejecting(() => world.tokens.issue(body as unknown as TokenRequest)),
  },
  'tokens.revoke DELETE /tokens/{id}': {
    summary: 'Revokes a token; with a refresh token also the access tokens of the same consent.',
    run: ({ world, path: { id } }) => requireFound(world.tokens.revoke(id), 'There is no token with this id.'),
  },
};
