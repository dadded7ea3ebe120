import type { TokenRequest } from '../../features/tokens/token-list.js';
import { rejecting, requireFound } from '../control-request.js';
import type { ControlOperations } from '../controlled-emulator.js';
import { items, ref } from '../document/draft-schema.js';

/** The operations on tokens. */
export const tokenOperations: ControlOperations = {
  'tokens.list': {
    at: 'GET /tokens',
    summary: 'Lists the tokens that the emulator issued, the newest last, without the tokens themselves.',
    response: items('Token'),
    run: ({ world }) => ({ items: world.tokens.list() }),
  },
  'tokens.issue': {
    at: 'POST /tokens',
    summary: 'Issues an access token and a refresh token. They are shown once.',
    body: ref('TokenRequest'),
    response: ref('NewTokens'),
    // `issue` validates the members.
    run: ({ world, body }) => rejecting(() => world.tokens.issue(body as unknown as TokenRequest)),
  },
  'tokens.revoke': {
    at: 'DELETE /tokens/{id}',
    summary: 'Revokes a token; with a refresh token also the access tokens of the same consent.',
    run: ({ world, path: { id } }) => requireFound(world.tokens.revoke(id), 'There is no token with this id.'),
  },
};
