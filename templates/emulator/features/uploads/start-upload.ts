import { decodePercent, readQuery } from '@speccast/runtime/parameters';
import {
  HttpError,
  credentialParameters,
  headerError,
  isJsonType,
  readBodyJson,
  mediaTypeOf,
  unsupported,
} from '@speccast/runtime/requests';
import { execute } from '../../world/handle.js';
import type { Engine } from '../../world/engine.js';
import type { Valid, OperationPlan, DecodedBody } from '../../plan/plan.js';
import { checkLength } from '../../receive/validate.js';
import { readBytes, checkMediaType } from '../../receive/read-body.js';
import { idFrom } from '../../values/ids.js';
import { dropExpired, putSession, sessionHeaders, type UploadSession } from './upload-session.js';

/** Reads the metadata and the announced type and size of an upload. Rejects unsupported types (415) and sizes (413). */
export async function readStart(request: Request, plan: OperationPlan, maxBytes: number): Promise<DecodedBody> {
  const bytes = await readBytes(request, maxBytes);
  const type = mediaTypeOf(request.headers.get('content-type') ?? '');
  const { mediaType = '', total = 0, fileName } = readAnnounced(request);
  if (bytes.length > 0 && type !== '' && !isJsonType(type)) throw unsupported(type, ['application/json']);
  checkMediaType(plan, mediaType, 'X-Upload-Content-Type');
  checkLength(plan, total);
  return {
    ...(bytes.length > 0 && { body: readBodyJson(bytes) }),
    // A placeholder for the bytes while the call is validated: some operations reject uploads of none.
    media: { bytes: new Uint8Array(1), mediaType, ...(fileName !== undefined && { fileName }) },
  };
}

/** Validates a call without its bytes, and responds with the URL for them. */
export function startUpload(engine: Engine, valid: Valid): Response {
  const { request, url } = valid;
  engine.dryRun(valid, (call) => {
    try {
      execute(call);
    } catch (error) {
      // Media is checked when the bytes have arrived.
      if (!(error instanceof HttpError) || error.details.location !== 'media') throw error;
    }
  });
  const id = engine.run(valid, (call) => {
    const { plan, params, baseUrl, body, caller, ifMatch, tables, now } = call;
    const id = idFrom(`${engine.shared.seed} upload ${call.nextNumber('~uploads')}`, { length: 64 });
    dropExpired(tables, now);
    putSession(tables, {
      id,
      operation: plan.operation.id,
      path: url.pathname,
      baseUrl,
      params,
      opened: now,
      stored: 0,
      ...readAnnounced(request),
      ...(body !== undefined && { body }),
      ...(caller && { token: caller.token }),
      ...(ifMatch !== undefined && { ifMatch }),
    });
    return id;
  });
  // The address of the request without credentials.
  const { origin, pathname, search } = engine.readPublicAddress(request);
  const dropped = new Set([...credentialParameters(engine.plan.service), 'uploadType', 'upload_protocol']);
  const kept = readQuery(search).pairs.filter(({ name }) => !dropped.has(name));
  const query = kept.map(({ name, raw }) => `${encodeURIComponent(name)}=${raw}`);
  const location = `${origin}${pathname}?${[...query, `upload_id=${id}`, 'uploadType=resumable'].join('&')}`;
  return new Response(null, { headers: { ...sessionHeaders(id), location } });
}

/** Reads the media type, the size and the name of the bytes that follow. */
function readAnnounced({ headers }: Request): Pick<UploadSession, 'mediaType' | 'total' | 'fileName'> {
  const length = headers.get('x-upload-content-length');
  const slug = headers.get('slug');
  const mediaType = mediaTypeOf(headers.get('x-upload-content-type') ?? '');
  if (length !== null && !/^\d{1,15}$/.test(length)) {
    const message = 'X-Upload-Content-Length has to be a number of bytes.';
    throw headerError(400, 'invalidHeader', message, 'X-Upload-Content-Length');
  }
  return {
    ...(mediaType !== '' && { mediaType }),
    ...(length !== null && { total: Number(length) }),
    ...(slug !== null && { fileName: decodePercent(slug) }),
  };
}
