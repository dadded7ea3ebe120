import { checkMethod, sendTagged, sharing } from '../../respond/respond.js';
import { hashTag } from '../../values/ids.js';

/** Serves a text that describes the service, with an entity tag. Takes `GET` and `HEAD`. */
export function serveDocument(request: Request, pathname: string, type: string, write: () => string): Response {
  const early = checkMethod(request, pathname, ['GET', 'HEAD']);
  if (early !== undefined) return early;
  const text = write();
  const etag = `"${hashTag(text)}"`;
  return sendTagged(request, text, { headers: { ...sharing, 'content-type': type, etag } });
}
