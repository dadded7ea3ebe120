import { apiKey, bearer, createVideoPlatform, oauthRefresh, type OAuthTokens } from '@speccast/video-platform';
import type { Playground } from './playground.js';

/** Changes the credential of a client by `with`, which keeps all other options: an API key, a refresh token, a token provider. */
export async function credentials(emulator: Playground, tokenUrl: string): Promise<readonly string[]> {
  const client = createVideoPlatform({ auth: apiKey('AIza-example'), ...emulator });
  const saved: OAuthTokens[] = [];
  const asUser = client.with({
    auth: oauthRefresh({ clientId: 'id', refreshToken: 'rt', tokenUrl, onTokens: (tokens) => saved.push(tokens) }),
  });
  const viaProvider = client.with({
    auth: bearer(async ({ force }) => ({ token: 'user-token', expiresAt: Date.now() + (force ? 60_000 : 3_600_000) })),
  });
  const own = await asUser.channels.list({ mine: true });
  const same = await viaProvider.channels.list({ mine: true });
  return [`${own.items?.length} channel`, `${same.items?.length} channel`, `${saved.length} token saved`];
}
