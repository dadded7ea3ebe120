import { decodePercent, readQuery } from '@speccast/runtime/parameters';
import {
  HttpError,
  credentialParameters,
  headerError,
  isJsonType,
  mediaTypeOf,
  readBodyJson,
  unsupported,
} from '@speccast/runtime/requests';
import type { CallResponse, DecodedBody, OperationPlan, Received, Routed, Valid } from '../../plan/plan.js';
import {
  type ArrivedBytes,
  checkMediaType,
  findMediaLimits,
  readBytes,
  receiveContent,
} from '../../receive/read-body.js';
import { locate } from '../../receive/router.js';
import { checkLength } from '../../receive/validate.js';
import { checkMethod, respond } from '../../respond/respond.js';
import { createMedia } from '../../store/media.js';
import type { Tables } from '../../store/world.js';
import { defined } from '../../values/defined.js';
import { idFrom } from '../../values/ids.js';
import type { Engine, Feature } from '../../world/engine.js';
import { execute } from '../../world/handle.js';
import {
  type Outcome,
  type UploadSession,
  dropExpired,
  findPlan,
  findSession,
  putPiece,
  putSession,
  readPieces,
  removePieces,
  removeSession,
  repeatResponse,
  requireSession,
  responseKey,
  sessionHeaders,
  toOutcome,
  unknownType,
} from './upload-session.js';

const parameter = 'upload_id';

/** The feature of Google's protocol for resumable uploads: a session receives bytes with `PUT` and is cancelled with `DELETE`. */
export const resumableUploads: Feature = {
  name: 'uploads',
  open: (engine) => ({
    // Every client with the id of a session can send bytes to it.
    secretParameters: [parameter],
    serve: (received) => serveSession(engine, received),
    readBody: (routed) =>
      isStart(routed) ? readStart(routed.request, routed.plan, engine.shared.maxBodyBytes) : undefined,
    take: (valid) => (isStart(valid) ? startUpload(engine, valid) : undefined),
  }),
};

/** Returns whether a request only announces the bytes that follow in further requests. */
function isStart({ plan, query }: Routed): boolean {
  const protocol = query.get('uploadType') ?? query.get('upload_protocol');
  return protocol === 'resumable' && plan.behaviour.media?.resumable === true;
}

/** Responds to requests to a session, known or not; undefined for all others. */
function serveSession(engine: Engine, received: Received): Promise<Response> | undefined {
  const { request, url } = received;
  const { pathname: path, search, searchParams } = url;
  const id = searchParams.get(parameter);
  if (id === null || request.method === 'GET' || request.method === 'HEAD') return undefined;
  const plan = ['POST', 'PUT', 'PATCH']
    .map((method) => locate(engine.shared, method, path).route)
    .flatMap((route) => (route.kind === 'operation' ? route.plan : []))
    .find(({ behaviour }) => behaviour.media?.resumable);
  if (!plan) return undefined;
  const session = findSession(engine, id);
  const { token, params = {}, body, baseUrl = url.origin + engine.prefix } = session ?? {};
  const routed = Object.assign(received, {
    plan: session?.path === path ? findPlan(engine, session) : plan,
    ...defined({ token }),
    path: {},
    query: readQuery(search),
    baseUrl,
    read: () => Promise.resolve(defined({ params, body })),
  });
  return engine.around(routed, async () => {
    // A request to a session needs no credentials: the URL of the session is one.
    const early = checkMethod(request, 'An upload session', ['PUT', 'DELETE']);
    if (early) return early;
    const current = requireSession(engine, id, path);
    if (request.method === 'PUT') return receiveBytes(engine, request, current);
    if (current.outcome) throw new HttpError(409, 'uploadCompleted', 'The upload is complete and cannot be cancelled.');
    engine.change((tables) => removeSession(tables, current));
    return new Response(null, { status: 499, headers: sessionHeaders(id) });
  });
}

/** The size of all chunks but the last must be a multiple of this, in bytes. */
const unit = 262_144;

/**
 * Handles a `PUT` to a session. Skips bytes that are stored already, and rejects a chunk that would leave a gap (400); the
 * session remains. If the body breaks off, stores the complete units of 256 KiB.
 */
async function receiveBytes(engine: Engine, request: Request, { id, path }: UploadSession): Promise<Response> {
  // Rejects an invalid header before the body is read.
  readContentRange(request);
  const { store, ...limits } = findMediaLimits(engine.shared, request);
  const total = findSession(engine, id)?.total ?? Infinity;
  // All pieces of a file are kept in one way: short files in memory, if the store says so.
  const isShort = store?.inMemory !== undefined && total <= store.inMemory;
  const arrived = await receiveContent(request, {
    ...limits,
    keepsCut: true,
    ...(!isShort && { store, inMemory: 0 }),
  });
  // Other requests may have changed the session while this one was read.
  const response = take(engine, request, requireSession(engine, id, path), arrived);
  if (arrived.cut) throw arrived.cut.error;
  return response;
}

function take(engine: Engine, request: Request, session: UploadSession, { content, cut }: ArrivedBytes): Response {
  const range = readContentRange(request);
  const plan = findPlan(engine, session);
  const { outcome, stored } = session;
  if (outcome) return respond(request, plan, repeatResponse(engine, session, outcome));
  const length = content.length;
  const isStatusRequest = range !== undefined && range.first === undefined;
  if (isStatusRequest && length > 0) throw wrongRange('it names no bytes, but the body has some');
  // Without a range, the body is the complete file.
  const announced = !range && !cut ? length : range?.total;
  if (announced !== undefined && session.total !== undefined && announced !== session.total)
    throw wrongRange(`the file was said to have ${session.total} bytes, not ${announced}`);
  if (announced !== undefined && announced < stored)
    throw wrongRange(`there are ${stored} bytes already, more than ${announced}`);
  // A client that did not know the size announces with it that the upload is complete.
  if (isStatusRequest && announced !== stored) return incomplete(request, session);
  const total = session.total ?? announced;
  const { first = stored, end = stored } = range ?? { first: 0, end: total ?? length };
  if (length > end - first || (!cut && length < end - first))
    throw wrongRange(`it names ${end - first} bytes, but the body has ${length}`);
  const isCut = cut !== undefined && (total === undefined || length < end - first);
  const mediaType = session.mediaType ?? mediaTypeOf(request.headers.get('content-type') ?? '');
  if (total !== undefined && end > total) throw wrongRange(`the file was said to have ${total} bytes`);
  if (end !== total && !isCut && (end - first) % unit !== 0)
    throw wrongRange(`all pieces but the last have to be multiples of ${unit} bytes`, 'invalidChunkSize');
  checkMediaType(plan, mediaType);
  checkLength(plan, total ?? end);
  if (first > stored) throw wrongRange(`${stored} bytes are there, so the next piece begins with byte ${stored}`);
  const reached = first + length;
  const kept = isCut ? reached - (reached % unit) : reached;
  const added = content.subarray(Math.min(stored, kept) - first, kept - first);
  const now = { stored: stored + added.length, total, mediaType: mediaType || undefined };
  const after = { ...session, ...defined(now) };
  engine.change((tables) => {
    if (added.length > 0) putPiece(tables, session, added);
    putSession(tables, after);
  });
  return after.stored === total
    ? respond(request, plan, finishUpload(engine, plan, after))
    : incomplete(request, after);
}

/** Responds with 308; or with 200 and a header to callers whose network treats a 308 as a redirect. */
function incomplete({ headers }: Request, { id, stored }: UploadSession): Response {
  const isHidden = headers.get('x-guploader-no-308') === 'yes';
  return new Response(null, {
    status: isHidden ? 200 : 308,
    headers: {
      ...sessionHeaders(id),
      ...(stored > 0 && { range: `bytes=0-${stored - 1}` }),
      ...(isHidden && { 'x-http-status-code-override': '308' }),
    },
  });
}

/** A parsed `Content-Range`: the bytes of a chunk (`end` is the index after the last), or a status request, which names none. */
interface ContentRange {
  readonly first?: number;
  readonly end?: number;
  /** Size of the file, if it is known. */
  readonly total?: number;
}

/** Parses `Content-Range`: a range or `*`, and the size of the file or `*`. Rejects anything else (400). */
function readContentRange({ headers }: Request): ContentRange | undefined {
  const header = headers.get('content-range');
  if (header === null) return undefined;
  // Doubles represent fifteen digits exactly.
  const form = /^bytes +(?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15}|\*)$/i;
  const [found, from, to, size] = form.exec(header.trim()) ?? [];
  if (found === undefined) throw wrongRange('it has to read bytes 0-99/200, bytes 0-99/*, bytes */200 or bytes */*');
  const total = size === '*' ? {} : { total: Number(size) };
  if (from === undefined) return total;
  const [first, last] = [Number(from), Number(to)];
  if (last < first) throw wrongRange('its last byte is before its first');
  if (last >= (total.total ?? Infinity)) throw wrongRange('its last byte is after the end');
  return { first, end: last + 1, ...total };
}

/** Creates the error (400) for a `Content-Range`. */
function wrongRange(why: string, reason = 'invalidContentRange'): HttpError {
  return headerError(400, reason, `Content-Range is not valid: ${why}.`, 'Content-Range');
}

/** Runs the call of a complete upload once, and stores its response or error for later requests. */
function finishUpload(engine: Engine, plan: OperationPlan, session: UploadSession): CallResponse {
  const save = (tables: Tables, outcome: Outcome) => {
    removePieces(tables, session);
    putSession(tables, { ...session, outcome });
  };
  const { mediaType = unknownType, fileName, stored, baseUrl, params, body, token, ifMatch } = session;
  const media = createMedia(readPieces(engine, session), { mediaType, fileName });
  // An empty upload has no media, as in a single request.
  const sent = defined({ baseUrl, params, body, token, ifMatch, media: stored > 0 ? media : undefined });
  try {
    return engine.run({ ...engine.outside, plan, ...sent }, (call) => {
      const result = execute(call, engine.options.checkResponses);
      const status = plan.behaviour.media?.resumableStatus;
      const response: Exclude<CallResponse, { kind: 'rows' }> =
        result.kind === 'rows'
          ? { kind: 'json', body: [...result.rows], ...defined({ headers: result.headers }) }
          : { ...defined({ status }), ...result };
      const { media: answered, ...outcome } = { media: undefined, ...response };
      if (answered) call.tables.putBlob(responseKey(session), answered);
      save(call.tables, outcome);
      return response;
    });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    engine.change((tables) => save(tables, toOutcome(error)));
    throw error;
  }
}

/** Reads the metadata and the announced type and size of an upload. Rejects unsupported types (415) and sizes (413). */
async function readStart(request: Request, plan: OperationPlan, maxBytes: number): Promise<DecodedBody> {
  const bytes = await readBytes(request, maxBytes);
  const type = mediaTypeOf(request.headers.get('content-type') ?? '');
  const { mediaType = '', total = 0, fileName } = readAnnounced(request);
  if (bytes.length > 0 && type !== '' && !isJsonType(type)) throw unsupported(type, ['application/json']);
  checkMediaType(plan, mediaType, 'X-Upload-Content-Type');
  checkLength(plan, total);
  return {
    ...(bytes.length > 0 && { body: readBodyJson(bytes) }),
    // A placeholder for the bytes while the call is validated: some operations reject uploads of none.
    media: defined({ bytes: new Uint8Array(1), mediaType, fileName }),
  };
}

/** Validates a call without its bytes, and responds with the URL for them. */
function startUpload(engine: Engine, valid: Valid): Response {
  const { request, url } = valid;
  try {
    execute(engine.readCall(engine.world, valid));
  } catch (error) {
    // Media is checked when the bytes have arrived.
    if (!(error instanceof HttpError) || error.details.location !== 'media') throw error;
  }
  const id = engine.run(valid, (call) => {
    const { plan, params, baseUrl, body, caller, ifMatch, tables, now } = call;
    const id = idFrom(`${engine.shared.seed} upload ${call.nextNumber('~uploads')}`, { length: 64 });
    dropExpired(tables, now);
    const session = {
      id,
      operation: plan.operation.id,
      path: url.pathname,
      baseUrl,
      params,
      opened: now,
      stored: 0,
      ...readAnnounced(request),
      body,
      token: caller?.token,
      ifMatch,
    };
    putSession(tables, defined(session));
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
  return defined({
    mediaType: mediaType || undefined,
    total: length === null ? undefined : Number(length),
    fileName: slug === null ? undefined : decodePercent(slug),
  });
}
