import { TokenError } from '../errors/errors.js';
import { locateToken } from '../auth/credentials.js';
import { rejectTokens } from '../auth/token-cache.js';
import type { CoreFeature } from '../options/options.js';

/** The feature that takes clients of google-auth-library, and whatever else has `getAccessToken()`, as credentials. */
export const withTokenSources: CoreFeature<never> = {
  toAuth: (auth) => {
    if ('secret' in auth) return auth;
    return {
      kind: 'bearer',
      scheme: undefined,
      location: locateToken({}),
      renew: rejectTokens,
      secret: async ({ operation, redactor }) => {
        let failed: { readonly cause: unknown } | undefined;
        try {
          const found = await auth.getAccessToken();
          const token = typeof found === 'string' ? found : found?.token;
          if (token) return token;
        } catch (error) {
          // Errors of such libraries hold the whole token request.
          failed = { cause: redactor.error(error) };
        }
        const why = failed?.cause ? `: ${String(failed.cause)}` : '';
        throw new TokenError(operation, `getAccessToken() gave no token${why}`, failed);
      },
    };
  },
};
