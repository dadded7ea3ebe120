import { decodePercent } from '@speccast/runtime/parameters';
import type { Engine } from './engine.js';
import { toResponseBody, countBytes, type ReceivedMedia } from '../store/media.js';
import { valueAt } from '../values/json-path.js';

/** Responds to a request for media of the emulator, such as a thumbnail; undefined for other requests. */
export async function serveMedia(engine: Engine, request: Request, url: URL): Promise<Response | undefined> {
  const prefixes = engine.plan.basePaths.map((base) => `${base}/__media/`);
  const prefix = prefixes.find((one) => url.pathname.startsWith(one));
  if (prefix === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined;
  const key = url.pathname.slice(prefix.length).split('/').map(decodePercent).join('/');
  const media = (await thumbnail(engine, key)) ?? engine.world.blobs.get(key);
  if (!media) return undefined;
  const headers = {
    'content-type': media.mediaType,
    'content-length': String(countBytes(media)),
    'access-control-allow-origin': '*',
  };
  return new Response(request.method === 'HEAD' ? null : toResponseBody(media), { headers });
}

/** Draws the thumbnail with the key `thumbnails/<table>/<key>/<name>`. */
async function thumbnail(engine: Engine, key: string): Promise<ReceivedMedia | undefined> {
  const [, upload = '', table = '', id = '', name = ''] = /^(thumbnails\/([^/]+)\/(.+))\/([^/]+)$/.exec(key) ?? [];
  const { plan, shared, world } = engine;
  const row = engine.findRow(table, id);
  const rules = shared.rules(table).thumbnails;
  if (!row || !rules || !plan.renderPicture) return undefined;
  const own = valueAt(row, `${rules.at}.${name}`);
  const [width, height] =
    own === undefined ? (rules.sizes[name] ?? []) : [valueAt(own, 'width'), valueAt(own, 'height')];
  if (typeof width !== 'number' || typeof height !== 'number') return undefined;
  const bytes = await plan.renderPicture(world.blobs.get(upload)?.bytes, { width, height });
  return { bytes, mediaType: 'image/png' };
}
