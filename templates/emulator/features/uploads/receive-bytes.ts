import { HttpError, mediaTypeOf } from '@speccast/runtime/requests';
import { checkLength } from '../../receive/validate.js';
import { mediaLimits, type ArrivedBytes, receiveContent, checkMediaType } from '../../receive/read-body.js';
import { respond } from '../../respond/respond.js';
import { type Content, getSize, sliceContent } from '../../store/stored-bytes.js';
import type { Engine } from '../../world/engine.js';
import { finishUpload } from './finish-upload.js';
import {
  changeSession,
  findPlan,
  findSession,
  putPiece,
  putSession,
  repeatResponse,
  requireSession,
  sessionHeaders,
  type UploadSession,
} from './upload-session.js';

/** The size of all chunks but the last must be a multiple of this, in bytes. */
const unit = 262_144;

/** A chunk of a file. */
interface Piece {
  readonly first: number;
  /** Announced end. */
  readonly end: number;
  readonly total?: number;
  readonly bytes: Content;
  /** Tells that some of its bytes did not arrive. */
  readonly isCut: boolean;
}

/**
 * Handles a `PUT` to a session. Skips bytes that are stored already, and rejects a chunk that would leave a gap (400); the
 * session remains. Of a body that breaks off, complete units of 256 KiB are stored.
 */
export async function receiveBytes(engine: Engine, request: Request, { id, path }: UploadSession): Promise<Response> {
  const header = request.headers.get('content-range');
  const range = header === null ? undefined : readContentRange(header);
  const { store, ...limits } = mediaLimits(engine.shared, request);
  const total = findSession(engine, id)?.total ?? Infinity;
  // All pieces of a file are kept in one way: short files in memory, if the store says so.
  const isShort = store?.inMemory !== undefined && total <= store.inMemory;
  const arrived = await receiveContent(request, {
    ...limits,
    keepsCut: true,
    ...(isShort ? {} : { store, inMemory: 0 }),
  });
  // Other requests may have changed the session while this one was read.
  const response = take(engine, request, requireSession(engine, id, path), { range, arrived });
  if (arrived.cut !== undefined) throw arrived.cut.error;
  return response;
}

function take(
  engine: Engine,
  request: Request,
  session: UploadSession,
  { range, arrived }: { readonly range: ContentRange | undefined; readonly arrived: ArrivedBytes },
): Response {
  const plan = findPlan(engine, session);
  const { outcome, stored } = session;
  if (outcome !== undefined) return respond(request, plan, repeatResponse(engine, session, outcome));
  let piece: Piece;
  if (range?.kind === 'question') {
    if (getSize(arrived.content) > 0) throw wrongRange('it names no bytes, but the body has some');
    checkTotal(session, range.total);
    // A client that did not know the size announces with it that the upload is complete.
    if (range.total !== stored) return incomplete(request, session);
    piece = { first: stored, end: stored, total: stored, bytes: arrived.content, isCut: false };
  } else piece = readPiece(session, range, arrived);
  const { first, end, total, isCut, bytes } = piece;
  const mediaType = session.mediaType ?? mediaTypeOf(request.headers.get('content-type') ?? '');
  if (total !== undefined && end > total) throw wrongRange(`the file was said to have ${total} bytes`);
  if (end !== total && !isCut && (end - first) % unit !== 0)
    throw wrongRange(`all pieces but the last have to be multiples of ${unit} bytes`, 'invalidChunkSize');
  checkMediaType(plan, mediaType);
  checkLength(plan, total ?? end);
  if (first > stored) throw wrongRange(`${stored} bytes are there, so the next piece begins with byte ${stored}`);
  const reached = first + getSize(bytes);
  const kept = isCut ? reached - (reached % unit) : reached;
  const added = sliceContent(bytes, Math.min(stored, kept) - first, kept - first);
  const after = {
    ...session,
    stored: stored + getSize(added),
    ...(total !== undefined && { total }),
    ...(mediaType !== '' && { mediaType }),
  };
  changeSession(engine, session, (tables) => {
    if (getSize(added) > 0) putPiece(tables, session, added);
    putSession(tables, after);
  });
  return after.stored === total
    ? respond(request, plan, finishUpload(engine, plan, after))
    : incomplete(request, after);
}

/** Responds with 308; or with 200 and a header to callers whose network treats a 308 as a redirect. */
function incomplete({ headers }: Request, { id, stored }: UploadSession): Response {
  const range: Readonly<Record<string, string>> = stored === 0 ? {} : { range: `bytes=0-${stored - 1}` };
  const isHidden = headers.get('x-guploader-no-308') === 'yes';
  const status: Readonly<Record<string, string>> = isHidden ? { 'x-http-status-code-override': '308' } : {};
  return new Response(null, { status: isHidden ? 200 : 308, headers: { ...sessionHeaders(id), ...range, ...status } });
}

/** Reads the piece in a body. Without a range, the body is the complete file. */
function readPiece(
  session: UploadSession,
  range: Extract<ContentRange, { kind: 'bytes' }> | undefined,
  { content, cut }: ArrivedBytes,
): Piece {
  const length = getSize(content);
  const said = range === undefined && cut === undefined ? length : range?.total;
  checkTotal(session, said);
  const total = session.total ?? said;
  const [first, end] = range === undefined ? [0, total ?? length] : [range.first, range.last + 1];
  if (length > end - first || (cut === undefined && length < end - first))
    throw wrongRange(`it names ${end - first} bytes, but the body has ${length}`);
  const isCut = cut !== undefined && (total === undefined || length < end - first);
  return { first, end, bytes: content, isCut, ...(total !== undefined && { total }) };
}

/** Rejects (400) a size that contradicts what is known. */
function checkTotal({ total, stored }: UploadSession, said: number | undefined): void {
  if (said === undefined || said === total) return;
  if (total !== undefined) throw wrongRange(`the file was said to have ${total} bytes, not ${said}`);
  if (said < stored) throw wrongRange(`there are ${stored} bytes already, more than ${said}`);
}

/** A parsed `Content-Range`: the bytes of the chunk, or a status request. */
type ContentRange =
  | { readonly kind: 'question'; readonly total?: number }
  | { readonly kind: 'bytes'; readonly first: number; readonly last: number; readonly total?: number };

/** Parses `Content-Range`: a range or `*`, and the size of the file or `*`. Rejects anything else (400). */
function readContentRange(header: string): ContentRange {
  // Doubles represent fifteen digits exactly.
  const form = /^bytes +(?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15}|\*)$/i;
  const [found, first, last, size] = form.exec(header.trim()) ?? [];
  if (found === undefined) throw wrongRange('it has to read bytes 0-99/200, bytes 0-99/*, bytes */200 or bytes */*');
  const total = size === '*' ? {} : { total: Number(size) };
  if (first === undefined || last === undefined) return { kind: 'question', ...total };
  const range = { kind: 'bytes', first: Number(first), last: Number(last), ...total } as const;
  if (range.last < range.first) throw wrongRange('its last byte is before its first');
  if (range.total !== undefined && range.last >= range.total) throw wrongRange('its last byte is after the end');
  return range;
}

/** Makes the error (400) for a `Content-Range`. */
function wrongRange(why: string, reason = 'invalidContentRange'): HttpError {
  return new HttpError(400, reason, `Content-Range does not fit: ${why}.`, {
    location: 'Content-Range',
    locationType: 'header',
  });
}
