import { decodePercent } from '@speccast/runtime/parameters';
import type { Engine } from './engine.js';
import { toResponseBody, countBytes, type ReceivedMedia } from '../store/media.js';
import type { Row } from '../store/table.js';
import { valueAt } from '../values/json-path.js';

/** The bytes of a link to the emulator's media; undefined for any other request. */
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

/** `thumbnails/<table>/<key>/<name>`: drawn on request. */
async function thumbnail(engine: Engine, key: string): Promise<ReceivedMedia | undefined> {
  const [, upload = '', table = '', id = '', name = ''] = /^(thumbnails\/([^/]+)\/(.+))\/([^/]+)$/.exec(key) ?? [];
  const { plan, shared } = engine;
  const row = engine.findRow(table, id);
  if (!row || !plan.renderPicture) return undefined;
  const size = readSize(row, name, shared.rules(table).thumbnails);
  if (!size) return undefined;
  return { bytes: await plan.renderPicture(engine.world.blobs.get(upload)?.bytes, size), mediaType: 'image/png' };
}

function readSize(
  row: Row,
  name: string,
  rules: { readonly at: string; readonly sizes: Readonly<Record<string, readonly number[]>> } | undefined,
): { width: number; height: number } | undefined {
  const own = rules ? valueAt(row, `${rules.at}.${name}`) : undefined;
  const [width, height] =
    own === undefined ? (rules?.sizes[name] ?? []) : [valueAt(own, 'width'), valueAt(own, 'height')];
  return typeof width === 'number' && typeof height === 'number' ? { width, height } : undefined;
}
