import { apiKey, createVideoPlatform, type Middleware } from '@speccast/video-platform';
import type { Playground } from './playground.js';

/** Measures each attempt by a middleware. */
export async function timingMiddleware(emulator: Playground): Promise<readonly string[]> {
  const lines: string[] = [];
  const timing: Middleware = async (request, next, context) => {
    const start = performance.now();
    const response = await next(request);
    const took = performance.now() - start;
    lines.push(`${context.operation} #${context.attempt} ${response.status} ${took < 10_000 ? 'soon' : 'late'}`);
    return response;
  };
  const client = createVideoPlatform({ auth: apiKey('AIza-example'), middleware: [timing], ...emulator });
  await client.videos.list({ part: ['id'], chart: 'mostPopular' });
  return lines;
}
