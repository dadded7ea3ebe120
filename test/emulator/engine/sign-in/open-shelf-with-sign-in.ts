import { type Emulator, type EmulatorOptions, type EmulatorPlan, signIn, startEmulator } from '@speccast/emulator';
import type { JsonObject } from '@speccast/runtime';
import { createHash } from 'node:crypto';
import { type AnyRows, shelfPlan } from '../../shelf/open-shelf.js';

/** The flows of the shelf: like in most specs, their URLs are at another host. */
const flows = {
  authorizationCode: {
    authorizationUrl: 'https://accounts.shelf.example/o/auth',
    tokenUrl: 'https://accounts.shelf.example/token',
    scopes: { read: 'See your books.', write: 'Change <b>your</b> books.' },
  },
};

/** Returns the plan of the shelf, with a document that declares these security schemes. */
function createPlan(schemes: JsonObject): EmulatorPlan {
  return {
    ...shelfPlan,
    features: [signIn],
    document: {
      openapi: '3.1.0',
      components: { securitySchemes: schemes },
      paths: {
        '/books': {
          get: { security: [{ oauth: ['read'] }, { oauth: ['write'] }] },
          post: { security: [{ oauth: ['write'] }] },
        },
      },
    },
  };
}

/** Starts a shelf with sign-in. */
export function openShelfWithSignIn(
  options: EmulatorOptions = {},
  schemes: JsonObject = { oauth: { type: 'oauth2', flows } },
): Emulator<AnyRows> {
  return startEmulator<AnyRows>(createPlan(schemes), options);
}

export const verifier = 'a-verifier-of-at-least-forty-three-characters.';
export const challenge: string = createHash('sha256').update(verifier).digest('base64url');
export const redirectUri = 'http://127.0.0.1:5005/back';

/** Parameters of an authorization request that is granted without a page. */
export const request: Readonly<Record<string, string>> = {
  response_type: 'code',
  client_id: 'app',
  redirect_uri: redirectUri,
  scope: 'read write',
  state: 'x y&z',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  prompt: 'none',
  login_hint: 'ann',
};
