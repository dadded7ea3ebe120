import type { BodyWriter } from '../../operation.js';
import { toJson } from '../body/json-text.js';
import { isMediaSource } from '../body/media.js';
import { sendBody } from '../body/sent-body.js';
import { targetOf, readMedia } from '../body/write-body.js';
import { InvalidOptionError, parameterError } from '../errors/errors.js';
import { readOwn, isAbsent } from '../params/values.js';
import { readChunks, type Chunks, type Chunk } from './read-chunks.js';
import type { Redactor } from '../options/hooks.js';
import { prepareRequest } from '../transport/prepare-request.js';
import type { UploadState } from '../options/option-types.js';
import type { Call, PreparedRequest } from '../options/options.js';

/** What an upload is made of. */
export interface PreparedUpload {
  /** What opens it. */
  readonly request: PreparedRequest;
  readonly chunks: Chunks;
  readonly chunkSize: number;
  /** Media type of the bytes. */
  readonly type: string;
  readonly fingerprint: string | undefined;
  /** An earlier upload that goes on. */
  readonly session: UploadState | undefined;
}

/** Reads the params and options of an upload in chunks. */
export async function prepareUpload(call: Call): Promise<PreparedUpload> {
  const { operation, params, options, redactor } = call;
  const { chunkSize = 32 * chunkUnit, resumeFrom } = options;
  if (!(chunkSize > 0 && chunkSize % chunkUnit === 0))
    throw new InvalidOptionError('chunkSize', `must be a multiple of ${chunkUnit} bytes`);
  const { data, type } = readMedia(operation, readOwn(params, 'media'));
  const request = await prepareRequest({ ...call, operation: { ...operation, writeBody: writeStart } });
  const { size, fingerprint } = isMediaSource(data) ? data : {};
  const chunks = readChunks(data, size ?? resumeFrom?.total, parameterError(operation, 'media'));
  const session = resumeFrom && { ...resumeFrom, url: readAddress(resumeFrom.url, request.url, redactor) };
  if (session) checkState(session, operation.id, { total: chunks.size, fingerprint });
  return { request, chunks, chunkSize, type, fingerprint, session: session && maskState(session) };
}

/** The JSON that goes before the bytes, to where bytes go. */
const writeStart: BodyWriter = (operation, params) => {
  const body = readOwn(params, 'body');
  const data = isAbsent(body) ? undefined : toJson(body, parameterError(operation, 'body'));
  const type = data && 'application/json; charset=UTF-8';
  return sendBody({ data, type, target: targetOf(operation, params, 'resumable') });
};

type Facts = Pick<UploadState, 'total' | 'fingerprint'>;

function checkState(state: UploadState, operation: string, { total, fingerprint }: Facts): void {
  const invalid = (message: string): Error => new InvalidOptionError('resumeFrom', message);
  if (state.version !== 1 || state.operation !== operation || !state.url) throw invalid(`is no state of ${operation}`);
  const isOther = state.fingerprint && fingerprint && state.fingerprint !== fingerprint;
  if (isOther || (state.total ?? total) !== total) throw invalid('is of other bytes: the source has changed');
}

/**
 * The address of an upload, a secret from here on; empty where bytes must not go there. Credentials that the service
 * repeats in it are taken out: each request brings its own.
 */
export function readAddress(location: string | null, base: string, redactor: Redactor): string {
  if (!location || !URL.canParse(location, base)) return '';
  const url = new URL(location, base);
  const { protocol } = url;
  if (url.username || url.password || (protocol !== 'https:' && protocol !== new URL(base).protocol)) return '';
  url.search = url.search.replace(/(?<=[?&])(key|access_token)=[^&]*&?/g, '');
  redactor.add(url.pathname + url.search);
  redactor.add(url.searchParams.get('upload_id') ?? '');
  return url.href;
}

// The protocol of Google's services: `uploadType=resumable`, `Content-Range`, and 308 with `Range` for "go on".

/** Every chunk but the last is a multiple of this many bytes. */
export const chunkUnit = 262_144;

/** Headers that make the operation's own request, which carries the JSON, open an upload. */
export function startHeaders(type: string, total: number | undefined): Readonly<Record<string, string>> {
  return {
    'x-upload-content-type': type,
    ...(total !== undefined && { 'x-upload-content-length': `${total}` }),
  };
}

/** The `Content-Range` of a request that sends a chunk; without one, or where that is empty, it asks what has arrived. */
export function contentRange(chunk: Chunk | undefined, total: number | undefined): string {
  const range = chunk?.size ? `${chunk.offset}-${chunk.offset + chunk.size - 1}` : '*';
  return `bytes ${range}/${total ?? '*'}`;
}

/** How many bytes have arrived, out of a response that asks for more; `undefined` where it does not. */
export function confirmedBytes({ status, headers }: Response): number | undefined {
  // Without a `Range`, nothing has arrived.
  return status === 308 ? Number(/^bytes=0-(\d+)$/.exec(headers.get('range') ?? '')?.[1] ?? -1) + 1 : undefined;
}

/** A state that `console.log` shows without its secret; `JSON.stringify` keeps all of it. */
export function maskState(state: UploadState): UploadState {
  return Object.defineProperty(state, Symbol.for('nodejs.util.inspect.custom'), {
    value: () => ({ ...state, url: '[redacted]' }),
  });
}
