import { TokenError } from '../errors/errors.js';
import { locateToken } from '../auth/credentials.js';
import { rejectTokens } from '../auth/token-cache.js';
import type { CoreFeature } from '../options/options.js';

/** The feature that accepts objects with `getAccessToken()`, such as clients of google-auth-library, as credentials. */
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
          // Errors of these libraries contain the whole token request, with its secrets.
          failed = { cause: redactor.error(error) };
        }
        const why = failed?.cause ? `: ${String(failed.cause)}` : '';
        throw new TokenError(operation, `getAccessToken() returned no token${why}`, failed);
      },
    };
  },
};
