import { mediaTypeOf } from '../engine/values/media-type.js';
import { parseJson } from '../engine/values/parse-json.js';
import { Refusal } from '../engine/plan/plan.js';
import { bytesOf } from '../engine/request/read-bytes.js';
import { isJsonObject, type JsonObject } from '@speccast/runtime';

const maxBytes = 64 * 1024 * 1024;

/** The JSON object that a request brings, empty where it brings nothing; refuses (400, 413, 415) anything else. */
export async function readControlBody(request: Request): Promise<JsonObject> {
  const bytes = await bytesOf(request, maxBytes);
  const type = mediaTypeOf(request.headers.get('content-type') ?? '');
  // Forms of other sites can be sent without asking, but not as JSON.
  if (type !== '' && type !== 'application/json')
    throw new Refusal(415, 'unsupportedMediaType', `The control plane takes application/json, not ${type}.`, {
      location: 'Content-Type',
      locationType: 'header',
    });
  if (bytes.length === 0) return {};
  if (type === '') throw wrongBody('it needs the content type application/json');
  const body = parseJson(new TextDecoder().decode(bytes));
  if (body !== undefined && isJsonObject(body)) return body;
  throw wrongBody('it has to be a JSON object');
}

/** The refusal (400) of a body. */
export function wrongBody(why: string, location?: string): Refusal {
  const where = location === undefined ? {} : { location };
  return new Refusal(400, 'invalidBody', `The body does not fit: ${why}.`, { ...where, locationType: 'body' });
}
