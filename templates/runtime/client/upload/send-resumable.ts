import { attempt } from '../transport/attempt.js';
import { renewTokens } from '../transport/send-call.js';
import { readRetryRules, reportRetry, retryDelay, waitToRetry } from '../features/retry.js';
import { toJson } from '../body/json-text.js';
import { isMediaSource } from '../body/media.js';
import { sendBody } from '../body/sent-body.js';
import { chooseTarget, readMedia } from '../body/write-body.js';
import { ApiError } from '../errors/api-error.js';
import { ClientError, ConnectionError, InvalidOptionError, parameterError } from '../errors/errors.js';
import type { CallResponse } from '../options/call-response.js';
import { createLog } from '../features/log.js';
import { createRedactor } from '../features/redact.js';
import { openScope, type Scope } from '../options/scope.js';
import { isAbsent, readOwn } from '../params/values.js';
import { chooseBase } from '../transport/url.js';
import { readChunks, type Chunk, type Chunks } from './read-chunks.js';
import { createControl, type UploadControl } from './upload-control.js';
import type { UploadState } from '../options/option-types.js';
import { readResponse } from '../transport/read-response.js';
import type { Redactor } from '../options/hooks.js';
import type { Sending, PreparedRequest } from '../options/options.js';
import { prepareRequest } from '../transport/prepare-request.js';

// The protocol of Google's services: `uploadType=resumable`, `Content-Range`, and 308 with `Range` for "continue".

/** The size of every chunk, except the last, is a multiple of this number of bytes. */
const chunkUnit = 262_144;

/** An upload in progress. */
interface Run extends Sending {
  /** Has the state of the upload at the service; `undefined` before it is opened, and after the service has lost it. */
  readonly control: UploadControl;
  /** The request that opens the upload. */
  readonly request: PreparedRequest;
  readonly chunks: Chunks;
  /** The state of an upload that was just opened, without its address. */
  readonly opened: Omit<UploadState, 'url'>;
  /** Start of the next chunk; `undefined` if the service has to be asked for it. */
  offset?: number | undefined;
  /** Largest number of bytes that the service has confirmed. */
  best: number;
  /** Number of failures since the last progress. */
  failures: number;
  /** Number of attempts to open the upload. */
  openings: number;
  /** Milliseconds to wait before the next request. */
  delayMs: number;
}

/** Sends the media of a call in chunks by the protocol of Google's services, and continues after interruptions. */
export async function sendResumable(
  given: Sending,
  control: UploadControl = createControl(given.options),
): Promise<CallResponse<unknown>> {
  const { scope, options } = given;
  // The address of an upload is a secret. In a redactor of its own, because that of the client may exist much longer.
  const redactor = createRedactor([], { outer: given.redactor });
  const sending = Object.assign(given, { redactor, log: createLog(options.logger, options.logLevel, redactor) });
  const run = await scope.wait(prepareUpload(sending, control));
  try {
    for (;;) {
      const received = await takeStep(run);
      // Outside the step, which would retry after an error of a listener.
      if (run.offset !== undefined) await scope.wait(control.report(!!received));
      if (received) return received;
    }
  } finally {
    run.chunks.close();
    control.leave();
  }
}

/** Reads the params and options of an upload in chunks. */
async function prepareUpload(sending: Sending, control: UploadControl): Promise<Run> {
  const { operation, params, options, redactor } = sending;
  const { chunkSize = 32 * chunkUnit, resumeFrom } = options;
  if (!(chunkSize > 0 && chunkSize % chunkUnit === 0))
    throw new InvalidOptionError('chunkSize', `must be a multiple of ${chunkUnit} bytes`);
  const { data, type } = readMedia(operation, readOwn(params, 'media'));
  // The request that opens the upload has the JSON of the call.
  const writeBody = () => {
    const body = readOwn(params, 'body');
    const json = isAbsent(body) ? undefined : toJson(body, parameterError(operation, 'body'));
    const target = chooseTarget(operation, params, 'resumable');
    return sendBody({ data: json, type: json && 'application/json; charset=UTF-8', target });
  };
  const request = await prepareRequest({ ...sending, operation: { ...operation, writeBody } });
  const { size, fingerprint } = isMediaSource(data) ? data : {};
  const chunks = readChunks(data, size ?? resumeFrom?.total, chunkSize, parameterError(operation, 'media'));
  const { size: total } = chunks;
  const opened = { version: 1, operation: operation.id, type, sent: 0, total, fingerprint } as const;
  if (resumeFrom) {
    const session = maskState({ ...resumeFrom, url: readAddress(resumeFrom.url, request.url, redactor) });
    if (session.version !== 1 || session.operation !== operation.id || !session.url)
      throw new InvalidOptionError('resumeFrom', `is not a state of ${operation.id}`);
    const hasOther = fingerprint && session.fingerprint && fingerprint !== session.fingerprint;
    if (hasOther || (session.total ?? total) !== total)
      throw new InvalidOptionError('resumeFrom', 'is the state of an upload of other bytes: the source has changed');
    control.state = session;
  }
  const counts = { best: 0, failures: 0, openings: 0, delayMs: 0 };
  return Object.assign(sending, { control, request, chunks, opened }, counts);
}

/**
 * Reads the address of an upload, and adds it to the secrets; returns `''` if it is missing or unsafe. Removes credentials from it,
 * which some services repeat: requests send their own.
 */
function readAddress(location: string | null, base: string, redactor: Redactor) {
  if (!location || !URL.canParse(location, base)) return '';
  const url = new URL(location, base);
  const { protocol } = url;
  if (url.username || url.password || (protocol !== 'https:' && protocol !== new URL(base).protocol)) return '';
  url.search = url.search.replace(/(?<=[?&])(key|access_token)=[^&]*&?/g, '');
  redactor.add(url.pathname + url.search);
  redactor.add(url.searchParams.get('upload_id') ?? '');
  return url.href;
}

/** Hides the `url` of a state from `console.log`, but not from `JSON.stringify`. */
function maskState(state: UploadState): UploadState {
  return Object.defineProperty(state, Symbol.for('nodejs.util.inspect.custom'), {
    value: () => ({ ...state, url: '[redacted]' }),
  });
}

const paused = {};

/** Sends one request of an upload; returns the final response. Throws only if the upload cannot continue. */
async function takeStep(run: Run): Promise<CallResponse<unknown> | undefined> {
  const { control, scope, operation } = run;
  const step = openScope(scope);
  let received: CallResponse<unknown> | undefined;
  try {
    await scope.wait(control.enter(() => step.end(paused)));
    if (run.delayMs) await waitToRetry(run, run.delayMs, step);
    run.delayMs = 0;
    received = await (control.state ? sendChunk(run, step, control.state) : open(run, step));
  } catch (error) {
    step.close();
    scope.check();
    run.offset = undefined;
    if (error !== paused && !renewTokens(run, error)) {
      if (control.state && ApiError.is(error) && /404|410/.test(`${error.status}`)) {
        // The service has lost the upload: it is opened again.
        const { attempts = 3 } = readRetryRules(run.options.retry);
        if (run.openings >= attempts) throw error;
        control.state = undefined;
        run.best = 0;
      } else {
        // All requests of an upload can be sent again without harm.
        const again = { ...run, operation: { ...operation, idempotent: true } };
        const delayMs = retryDelay(again, error, (run.failures += 1));
        if (delayMs === undefined) throw error;
        run.delayMs = delayMs;
      }
      reportRetry(run, run.delayMs, error);
    }
  }
  // The scope of the step stays open for a body that callers read.
  if (!received || run.readsBody) step.close();
  return received;
}

function open(run: Run, step: Scope): Promise<undefined> {
  const { request, opened } = run;
  const headers = new Headers(request.headers);
  headers.set('x-upload-content-type', opened.type);
  if (opened.total !== undefined) headers.set('x-upload-content-length', `${opened.total}`);
  run.openings += 1;
  const use = async (response: Response, scope: Scope): Promise<undefined> => {
    if (!response.ok) await readResponse(run, scope, response);
    drop(response, scope);
    const url = readAddress(response.headers.get('location'), request.url, run.redactor);
    if (!url) throw fail(run, 'sent no usable address for the upload');
    note(run, { ...opened, url });
  };
  return attempt(run, { ...request, headers }, use, step);
}

/** Sends the next chunk, or asks the service how many bytes have arrived; returns the final response. */
async function sendChunk(run: Run, step: Scope, session: UploadState): Promise<CallResponse<unknown> | undefined> {
  const { request, offset, opened, chunks } = run;
  const { url } = session;
  const { bytes, isLast }: Partial<Chunk> = offset === undefined ? {} : await run.scope.wait(chunks.read(offset));
  const end = (offset ?? 0) + (bytes?.length ?? 0);
  const total = isLast ? end : session.total;
  const range = bytes?.length ? `${offset}-${end - 1}` : '*';
  const next = {
    method: 'PUT',
    url,
    headers: { 'content-range': `bytes ${range}/${total ?? '*'}` },
    body: bytes?.length ? sendBody({ data: bytes, type: opened.type }) : undefined,
    // Credentials are sent only to the service itself, not to another address for the bytes.
    credentials: url.startsWith(`${chooseBase(run).origin}/`) ? request.credentials : [],
  };
  const use = async (response: Response, scope: Scope) => {
    if (response.status !== 308) {
      const received = await readResponse(run, scope, response);
      if (isLast === false) throw fail(run, 'ended the upload before its last byte');
      const sent = total ?? run.best;
      note(run, { ...session, sent, total: sent });
      const { quota } = run.operation;
      // Chunks cost nothing, only requests that open an upload.
      const quotaCost = quota && quota.cost * run.openings;
      return { ...received, meta: { ...received.meta, quotaCost } };
    }
    drop(response, scope);
    // Without a `Range`, nothing has arrived.
    const last = /^bytes=0-(\d+)$/.exec(response.headers.get('range') ?? '')?.[1] ?? -1;
    const sent = Number(last) + 1;
    if (total !== undefined && sent > total) throw fail(run, `claims to have ${sent} of ${total} bytes`);
    if (offset !== undefined && sent <= offset)
      throw fail(run, `kept none of the bytes from ${offset} on`, ConnectionError);
    if (sent > run.best) {
      Object.assign(run, { best: sent, failures: 0 });
      // During a long upload, more than one token may expire.
      run.rejected.clear();
    }
    note(run, { ...session, sent, total });
    return undefined;
  };
  return attempt(run, next, use, step);
}

function note(run: Run, state: UploadState) {
  run.offset = state.sent;
  run.control.state = maskState(state);
}

function drop({ body }: Response, scope: Scope) {
  scope.close();
  // A body that cannot be cancelled has ended already.
  body?.cancel().catch(() => undefined);
}

function fail({ operation: { id } }: Run, message: string, Kind: typeof ClientError = ClientError): ClientError {
  return new Kind(id, `${id}: the service ${message}`);
}
