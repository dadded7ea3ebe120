import { toJson } from '../body/json-text.js';
import { isMediaSource } from '../body/media.js';
import { sendBody } from '../body/sent-body.js';
import { chooseTarget, readMedia } from '../body/write-body.js';
import { InvalidOptionError, parameterError } from '../errors/errors.js';
import type { Call, UploadState } from '../options/options.js';
import { readOwn, isAbsent } from '../params/values.js';
import type { Redactor } from '../transport/redact.js';
import { prepareRequest, type PreparedRequest } from '../transport/transport.js';
import { readChunks, type Chunks } from './read-chunks.js';

// The protocol of Google's services: `uploadType=resumable`, `Content-Range`, and 308 with `Range` for "continue".

/** An upload that is ready to be sent. */
export interface PreparedUpload {
  /** Opens the upload. */
  readonly request: PreparedRequest;
  readonly chunks: Chunks;
  readonly chunkSize: number;
  /** Media type of the bytes. */
  readonly type: string;
  readonly fingerprint: string | undefined;
  /** An earlier upload to continue. */
  readonly session: UploadState | undefined;
}

/** Every chunk but the last is a multiple of this many bytes. */
const chunkUnit = 262_144;

/** Reads the params and options of an upload in chunks. */
export async function prepareUpload(call: Call): Promise<PreparedUpload> {
  const { operation, params, options, redactor } = call;
  const { chunkSize = 32 * chunkUnit, resumeFrom } = options;
  if (!(chunkSize > 0 && chunkSize % chunkUnit === 0))
    throw new InvalidOptionError('chunkSize', `must be a multiple of ${chunkUnit} bytes`);
  const { data, type } = readMedia(operation, readOwn(params, 'media'));
  // The JSON of the call opens the upload, at the address for bytes.
  const writeBody = () => {
    const body = readOwn(params, 'body');
    const json = isAbsent(body) ? undefined : toJson(body, parameterError(operation, 'body'));
    const target = chooseTarget(operation, params, 'resumable');
    return sendBody({ data: json, type: json && 'application/json; charset=UTF-8', target });
  };
  const request = await prepareRequest({ ...call, operation: { ...operation, writeBody } });
  const { size, fingerprint } = isMediaSource(data) ? data : {};
  const chunks = readChunks(data, size ?? resumeFrom?.total, parameterError(operation, 'media'));
  const session = resumeFrom && maskState({ ...resumeFrom, url: readAddress(resumeFrom.url, request.url, redactor) });
  if (session) {
    if (session.version !== 1 || session.operation !== operation.id || !session.url)
      throw new InvalidOptionError('resumeFrom', `is no state of ${operation.id}`);
    const hasOther = fingerprint && session.fingerprint && fingerprint !== session.fingerprint;
    if (hasOther || (session.total ?? chunks.size) !== chunks.size)
      throw new InvalidOptionError('resumeFrom', 'is of other bytes: the source has changed');
  }
  return { request, chunks, chunkSize, type, fingerprint, session };
}

/**
 * Reads the address of an upload, and keeps it a secret from here on; returns '' where bytes must not be sent to it. Takes out
 * credentials that the service repeats in it: each request brings its own.
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

/** Hides the secret of a state from `console.log`; `JSON.stringify` keeps all of it. */
export function maskState(state: UploadState): UploadState {
  return Object.defineProperty(state, Symbol.for('nodejs.util.inspect.custom'), {
    value: () => ({ ...state, url: '[redacted]' }),
  });
}
