import { ApiError, bearer, createVideoPlatform, QuotaError } from '@speccast/video-platform';
import type { Playground } from './playground.js';

/** Distinguishes errors by the reasons of the service, as exceptions and as values. */
export async function errorsByReason(emulator: Playground): Promise<readonly string[]> {
  const client = createVideoPlatform({ auth: bearer('user-token'), ...emulator });
  const lines: string[] = [];
  try {
    await client.videos.rate({ id: 'no-such-video', rating: 'none' });
  } catch (error) {
    if (error instanceof QuotaError) lines.push(`sleep until ${error.resetsAt.toISOString()}`);
    else if (ApiError.is(error, 'videoNotFound', 'videoRatingDisabled')) lines.push(`${error.status} ${error.reason}`);
    else throw error;
  }
  const result = await client.videos.rate({ id: 'no-such-video', rating: 'none' }).result();
  if (!result.ok && ApiError.is(result.error, 'videoNotFound')) lines.push(`${result.error.status} as a value`);
  return lines;
}
