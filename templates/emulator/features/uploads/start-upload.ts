import { decodePercent, readQuery } from '@speccast/runtime/parameters';
import {
  HttpError,
  credentialParameters,
  isJsonType,
  readBodyJson,
  mediaTypeOf,
  unsupported,
} from '@speccast/runtime/requests';
import { execute } from '../../world/execute.js';
import type { Engine } from '../../world/engine.js';
import type { Call, CallInput, OperationPlan, ReceivedBody } from '../../plan/plan.js';
import { checkLength } from '../../receive/check-request.js';
import { readBytes, checkMediaType } from '../../receive/read-bytes.js';
import { idFrom } from '../../values/ids.js';
import { dropExpired, putSession, sessionHeaders, type UploadSession } from './upload-session.js';

/** Reads metadata and the announced type and size. Rejects unsupported types (415) and sizes (413). */
export async function readStart(request: Request, plan: OperationPlan, maxBytes: number): Promise<ReceivedBody> {
  const bytes = await readBytes(request, maxBytes);
  const { type, mediaType, total, fileName } = announced(request.headers);
  if (bytes.length > 0 && type !== '' && !isJsonType(type)) throw unsupported(type, ['application/json']);
  checkMediaType(plan, mediaType, 'X-Upload-Content-Type');
  checkLength(plan, total ?? 0);
  return {
    ...(bytes.length === 0 ? {} : { body: readBodyJson(bytes) }),
    // A placeholder for the bytes while the call is validated: some operations reject uploads of none.
    media: { bytes: new Uint8Array(1), mediaType, ...(fileName !== undefined && { fileName }) },
  };
}

/** Validates the call as far as that is possible without its bytes, and responds with the URL for them. */
export function startUpload(engine: Engine, request: Request, input: CallInput): Response {
  engine.dryRun(input, checkCall);
  const session = engine.run(input, (call) => {
    const opened = sessionFor(engine, call, request);
    dropExpired(call.tables, call.now);
    putSession(call.tables, opened);
    return opened;
  });
  return new Response(null, {
    headers: {
      ...sessionHeaders(session.id),
      location: addressOf(engine, engine.publicAddressOf(request), session.id),
    },
  });
}

/** Everything but the image can be checked before the bytes arrive. */
function checkCall(call: Call): void {
  try {
    execute(call);
  } catch (error) {
    if (!(error instanceof HttpError) || error.details.location !== 'media') throw error;
  }
}

function sessionFor(engine: Engine, call: Call, request: Request): UploadSession {
  const { mediaType, total, fileName } = announced(request.headers);
  const { plan, params, baseUrl, body, caller, ifMatch } = call;
  const number = call.nextNumber('~uploads');
  return {
    id: idFrom(`${engine.shared.seed} upload ${number}`, { length: 64 }),
    operation: plan.operation.id,
    path: engine.addressOf(request).pathname,
    baseUrl,
    params,
    opened: call.now,
    stored: 0,
    ...(mediaType !== '' && { mediaType }),
    ...(total !== undefined && { total }),
    ...(fileName !== undefined && { fileName }),
    ...(body !== undefined && { body }),
    ...(caller && { token: caller.token }),
    ...(ifMatch !== undefined && { ifMatch }),
  };
}

interface Announced {
  /** Media type of the metadata. */
  readonly type: string;
  /** Announced media type of the bytes. */
  readonly mediaType: string;
  readonly total?: number;
  readonly fileName?: string;
}

function announced(headers: Headers): Announced {
  const length = headers.get('x-upload-content-length');
  const slug = headers.get('slug');
  if (length !== null && !/^\d{1,15}$/.test(length))
    throw new HttpError(400, 'invalidHeader', 'X-Upload-Content-Length has to be a number of bytes.', {
      location: 'X-Upload-Content-Length',
      locationType: 'header',
    });
  return {
    type: mediaTypeOf(headers.get('content-type') ?? ''),
    mediaType: mediaTypeOf(headers.get('x-upload-content-type') ?? ''),
    ...(length !== null && { total: Number(length) }),
    ...(slug !== null && { fileName: decodePercent(slug) }),
  };
}

/** The URL of the request without credentials, with the id of the session. */
function addressOf({ plan }: Engine, { origin, pathname, search }: URL, id: string): string {
  const dropped = new Set([...credentialParameters(plan.service), 'uploadType', 'upload_protocol']);
  const kept = readQuery(search)
    .pairs.filter(({ name }) => !dropped.has(name))
    .map(({ name, raw }) => `${encodeURIComponent(name)}=${raw}`);
  return `${origin}${pathname}?${[...kept, `upload_id=${id}`, 'uploadType=resumable'].join('&')}`;
}
