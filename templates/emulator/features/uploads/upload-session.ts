import type { Json, JsonObject } from '@speccast/runtime';
import { HttpError } from '@speccast/runtime/requests';
import type { Engine } from '../../world/engine.js';
import type { CallResponse, OperationPlan } from '../../plan/plan.js';
import { sharing } from '../../respond/respond.js';
import type { Row } from '../../store/table.js';
import { getContent, countBytes, createMedia, type Content, joinContents } from '../../store/media.js';
import type { Tables } from '../../store/world.js';

/** An upload in several requests: its call, and the bytes so far. */
export interface UploadSession {
  readonly id: string;
  /** `operationId` of the call. */
  readonly operation: string;
  /** Path of the session's URL. */
  readonly path: string;
  readonly baseUrl: string;
  readonly params: JsonObject;
  readonly body?: Json;
  readonly token?: string;
  readonly ifMatch?: string;
  readonly mediaType?: string;
  readonly fileName?: string;
  /** Time at which it was opened, in milliseconds since the epoch. */
  readonly opened: number;
  /** Size of the file in bytes, if known. */
  readonly total?: number;
  /** Number of bytes that are stored. */
  readonly stored: number;
  /** The result of the call. */
  readonly outcome?: Outcome;
}

const table = '~uploads';

/** The media type of bytes whose type is unknown. */
export const unknownType = 'application/octet-stream';

const week = 7 * 24 * 60 * 60 * 1000;

/** Returns the session with an id at a path. Rejects unknown sessions (404), and those older than a week (410). */
export function requireSession(engine: Engine, id: string, path: string): UploadSession {
  const session = findSession(engine, id);
  if (session?.path !== path)
    throw new HttpError(404, 'notFound', 'The upload session is unknown.', { rule: '*#upload/session' });
  if (engine.clock.now() - session.opened < week) return session;
  throw new HttpError(410, 'uploadExpired', 'The upload session is older than a week; begin again.');
}

/** Finds the session with an id, of any age. */
export function findSession({ world }: Engine, id: string): UploadSession | undefined {
  // Only this file writes rows of this table.
  return world.tables.get(table)?.get(id) as unknown as UploadSession | undefined;
}

/** Stores a session, new or changed. */
export function putSession(tables: Tables, session: UploadSession): void {
  // A session is JSON.
  tables.put(table, session as unknown as Row);
}

/** Removes the bytes of sessions that are older than a week. The sessions remain, so that requests to them get a 410. */
export function dropExpired(tables: Tables, now: number): void {
  for (const row of tables.list(table)) {
    // Only this file writes rows of this table.
    const session = row as unknown as UploadSession;
    if (session.stored === 0 || session.outcome || now - session.opened < week) continue;
    removePieces(tables, session);
    putSession(tables, { ...session, stored: 0 });
  }
}

/** Removes a session with its bytes. */
export function removeSession(tables: Tables, session: UploadSession): void {
  removePieces(tables, session);
  tables.remove(table, session.id);
}

/** Appends bytes to a session without copying them, so that forks and snapshots share them. */
export function putPiece(tables: Tables, { id, stored }: UploadSession, bytes: Content): void {
  tables.putBlob(pieceKey(id, stored), createMedia(bytes, { mediaType: unknownType }));
}

/** Removes the bytes of a session. */
export function removePieces(tables: Tables, { id, stored }: UploadSession): void {
  for (let at = 0; at < stored;) {
    const key = pieceKey(id, at);
    const piece = tables.blob(key);
    at += piece ? countBytes(piece) : stored;
    tables.removeBlob(key);
  }
}

/** Reads all bytes of a session. */
export function readPieces({ world }: Engine, { id, stored }: UploadSession): Content {
  const pieces: Content[] = [];
  for (let at = 0; at < stored;) {
    const piece = world.blobs.get(pieceKey(id, at));
    if (!piece) throw new Error('The bytes of an upload session are gone.');
    pieces.push(getContent(piece));
    at += countBytes(piece);
  }
  return joinContents(pieces);
}

/** Finds the operation that a session belongs to. */
export function findPlan({ plan }: Engine, { operation }: UploadSession): OperationPlan {
  const found = plan.operations.find((one) => one.operation.id === operation);
  if (!found) throw new Error(`There is no operation ${operation}.`);
  return found;
}

function pieceKey(id: string, at: number): string {
  return `${table}/${id}/${at}`;
}

/** Lists the headers of a response about a session, which has no body. */
export function sessionHeaders(id: string): Readonly<Record<string, string>> {
  return {
    ...sharing,
    'access-control-expose-headers': `${sharing['access-control-expose-headers']}, X-GUploader-UploadID, X-HTTP-Status-Code-Override`,
    'content-length': '0',
    'x-guploader-uploadid': id,
  };
}

/** The response or error of a session's call, as plain data. */
export type Outcome =
  | { readonly kind: 'refused'; readonly refusal: Pick<HttpError, 'status' | 'reason' | 'message' | 'details'> }
  | Exclude<CallResponse, { kind: 'bytes' | 'rows' }>
  | Omit<Extract<CallResponse, { kind: 'bytes' }>, 'media'>;

/** Converts an error to data. */
export function toOutcome({ status, reason, message, details }: HttpError): Outcome {
  return { kind: 'refused', refusal: { status, reason, message, details } };
}

/** Restores the response of a finished upload with its bytes. Throws a stored error. */
export function repeatResponse({ world }: Engine, session: UploadSession, outcome: Outcome): CallResponse {
  if (outcome.kind === 'refused') {
    const { status, reason, message, details } = outcome.refusal;
    throw new HttpError(status, reason, message, details);
  }
  if (outcome.kind !== 'bytes') return outcome;
  const lost = { bytes: new Uint8Array(0), mediaType: unknownType };
  return { ...outcome, media: world.blobs.get(responseKey(session)) ?? lost };
}

/** Returns the key of the bytes of a response. */
export function responseKey({ id }: UploadSession): string {
  return `~uploads/${id}`;
}
