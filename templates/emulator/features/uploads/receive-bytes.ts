import { HttpError, mediaTypeOf } from '@speccast/runtime/requests';
import type { Engine } from '../../world/engine.js';
import type { OperationPlan } from '../../plan/plan.js';
import { checkLength } from '../../receive/check-request.js';
import { mediaLimits } from '../../receive/media-limits.js';
import { type ArrivedBytes, receiveContent, type BodyLimits, checkMediaType } from '../../receive/read-bytes.js';
import { respond } from '../../respond/respond.js';
import { type Content, getSize, sliceContent } from '../../store/stored-bytes.js';
import { repeatResponse, finishUpload } from './finish-upload.js';
import {
  putPiece,
  putSession,
  requireSession,
  sessionHeaders,
  sessionOf,
  type UploadSession,
  withoutCaller,
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
  /** Whether some of its bytes did not arrive. */
  readonly isCut: boolean;
}

/** The content of a `PUT`. */
interface Brought {
  readonly range: ContentRange | undefined;
  readonly arrived: ArrivedBytes;
}

/**
 * Handles a `PUT` to a session. Skips bytes that are stored already, and rejects a chunk that would leave a gap (400); the
 * session remains. Of a body that breaks off, complete units of 256 KiB are stored.
 */
export async function receiveBytes(engine: Engine, request: Request, { id, path }: UploadSession): Promise<Response> {
  const header = request.headers.get('content-range');
  const range = header === null ? undefined : readContentRange(header);
  const arrived = await receiveContent(request, limitsOf(engine, request, id));
  // Other requests may have changed the session while this one was read.
  const response = take(engine, request, requireSession(engine, id, path), { range, arrived });
  if (arrived.cut !== undefined) throw arrived.cut.error;
  return response;
}

/** All pieces of a file are kept in one way. Short files are kept in memory where the store says so. */
function limitsOf(engine: Engine, request: Request, id: string): BodyLimits {
  const { store, ...limits } = mediaLimits(engine, request);
  const total = sessionOf(engine, id)?.total ?? Infinity;
  const isShort = store?.inMemory !== undefined && total <= store.inMemory;
  return { ...limits, keepsCut: true, ...(isShort ? {} : { store, inMemory: 0 }) };
}

function take(engine: Engine, request: Request, session: UploadSession, { range, arrived }: Brought): Response {
  const plan = planOf(engine, session);
  if (session.outcome !== undefined) return respond(request, plan, repeatResponse(engine, session, session.outcome));
  if (range?.kind === 'question') checkQuestion(session, range, arrived);
  // A client that did not know the size announces with it that the upload is complete.
  if (range?.kind === 'question' && range.total !== session.stored) return incomplete(request, session);
  const piece = range?.kind === 'question' ? endOf(session) : pieceOf(session, range, arrived);
  const mediaType = session.mediaType ?? mediaTypeOf(request.headers.get('content-type') ?? '');
  check(plan, piece, mediaType);
  if (piece.first > session.stored)
    throw wrongRange(`${session.stored} bytes are there, so the next piece begins with byte ${session.stored}`);
  const after = store(engine, plan, session, { ...piece, mediaType });
  return after.stored === after.total
    ? respond(request, plan, finishUpload(engine, plan, after))
    : incomplete(request, after);
}

function store(
  engine: Engine,
  plan: OperationPlan,
  session: UploadSession,
  piece: Piece & { readonly mediaType: string },
): UploadSession {
  const { total, mediaType } = piece;
  const bytes = newBytes(session, piece);
  const changed = {
    ...session,
    stored: session.stored + getSize(bytes),
    ...(total !== undefined && { total }),
    ...(mediaType !== '' && { mediaType }),
  };
  return engine.run(withoutCaller(plan, session), ({ tables }) => {
    if (getSize(bytes) > 0) putPiece(tables, session, bytes);
    putSession(tables, changed);
    return changed;
  });
}

/** The operation that a session belongs to. */
export function planOf({ plan }: Engine, { operation }: UploadSession): OperationPlan {
  const found = plan.operations.find((one) => one.operation.id === operation);
  if (found === undefined) throw new Error(`There is no operation ${operation}.`);
  return found;
}

/** Callers whose network treats a 308 as a redirect may request a 200 with a header instead. */
function incomplete({ headers }: Request, { id, stored }: UploadSession): Response {
  const range: Readonly<Record<string, string>> = stored === 0 ? {} : { range: `bytes=0-${stored - 1}` };
  const isHidden = headers.get('x-guploader-no-308') === 'yes';
  const status: Readonly<Record<string, string>> = isHidden ? { 'x-http-status-code-override': '308' } : {};
  return new Response(null, { status: isHidden ? 200 : 308, headers: { ...sessionHeaders(id), ...range, ...status } });
}

function checkQuestion(session: UploadSession, range: ContentRange, { content }: ArrivedBytes): void {
  if (getSize(content) > 0) throw wrongRange('it names no bytes, but the body has some');
  checkTotal(session, range.total);
}

/** An empty chunk at the end of a file. */
function endOf({ stored }: UploadSession): Piece {
  return { first: stored, end: stored, total: stored, bytes: new Uint8Array(0), isCut: false };
}

/** Without a range, the body is the complete file. */
function pieceOf(
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

function checkTotal({ total, stored }: UploadSession, said: number | undefined): void {
  if (said === undefined || said === total) return;
  if (total !== undefined) throw wrongRange(`the file was said to have ${total} bytes, not ${said}`);
  if (said < stored) throw wrongRange(`there are ${stored} bytes already, more than ${said}`);
}

function check(plan: OperationPlan, { first, end, total, isCut }: Piece, mediaType: string): void {
  if (total !== undefined && end > total) throw wrongRange(`the file was said to have ${total} bytes`);
  if (end !== total && !isCut && (end - first) % unit !== 0)
    throw wrongRange(`all pieces but the last have to be multiples of ${unit} bytes`, 'invalidChunkSize');
  checkMediaType(plan, mediaType);
  checkLength(plan, total ?? end);
}

/** The bytes of a chunk that the session does not have yet. */
function newBytes({ stored }: UploadSession, { first, bytes, isCut }: Piece): Content {
  const reached = first + getSize(bytes);
  const kept = isCut ? reached - (reached % unit) : reached;
  return sliceContent(bytes, Math.min(stored, kept) - first, kept - first);
}

/** A parsed `Content-Range`: the bytes of the chunk, or a status request. */
type ContentRange =
  | { readonly kind: 'question'; readonly total?: number }
  | { readonly kind: 'bytes'; readonly first: number; readonly last: number; readonly total?: number };

// Doubles represent fifteen digits exactly.
const form = /^bytes +(?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15}|\*)$/i;

/** Parses `Content-Range`: a range or `*`, and the size of the file or `*`. Rejects anything else (400). */
function readContentRange(header: string): ContentRange {
  const [found, first, last, size] = form.exec(header.trim()) ?? [];
  if (found === undefined) throw wrongRange('it has to read bytes 0-99/200, bytes 0-99/*, bytes */200 or bytes */*');
  const total = size === '*' ? {} : { total: Number(size) };
  if (first === undefined || last === undefined) return { kind: 'question', ...total };
  const range = { kind: 'bytes', first: Number(first), last: Number(last), ...total } as const;
  if (range.last < range.first) throw wrongRange('its last byte is before its first');
  if (range.total !== undefined && range.last >= range.total) throw wrongRange('its last byte is after the end');
  return range;
}

/** The error (400) for a `Content-Range`. */
function wrongRange(why: string, reason = 'invalidContentRange'): HttpError {
  return new HttpError(400, reason, `Content-Range does not fit: ${why}.`, {
    location: 'Content-Range',
    locationType: 'header',
  });
}
