import type { JsonObject } from '@speccast/runtime';
import { ref } from '../control-schemas.js';
import { inPath, items, operation } from './draft-operation.js';

/** Paths about tokens. */
export const tokenPaths: JsonObject = {
  '/tokens': {
    get: operation({
      id: 'tokens.list',
      summary: 'Lists the tokens that the emulator issued, the newest last, without the tokens themselves.',
      response: items('Token'),
    }),
    post: operation({
      id: 'tokens.issue',
      summary: 'Issues an access token and a refresh token. They are shown once.',
      body: ref('TokenRequest'),
      response: ref('NewTokens'),
    }),
  },
  '/tokens/{id}': {
    delete: operation({
      id: 'tokens.revoke',
      summary: 'Revokes a token; with a refresh token also the access tokens of the same consent.',
      parameters: [inPath('id', 'Its id.')],
    }),
  },
};
