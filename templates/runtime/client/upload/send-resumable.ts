import { sendBody } from '../body/sent-body.js';
import { ApiError } from '../errors/api-error.js';
import { ClientError, ConnectionError } from '../errors/errors.js';
import type { CallResponse } from '../options/call-response.js';
import { attempt } from '../transport/attempt.js';
import { readResponse } from '../transport/read-response.js';
import { renewTokens } from '../transport/send-call.js';
import { setHeaders } from '../transport/set-headers.js';
import { createLog } from '../features/log.js';
import { createRedactor } from '../features/redact.js';
import { pause, readRetryRules, reportRetry, retryDelay } from '../features/retry.js';
import { openScope, type Scope } from '../options/scope.js';
import { baseOf } from '../transport/url.js';
import {
  confirmedBytes,
  contentRange,
  startHeaders,
  prepareUpload,
  readAddress,
  type PreparedUpload,
  maskState,
} from './prepare-upload.js';
import type { Chunk } from './read-chunks.js';
import { createControl, type UploadControl } from './upload-control.js';
import type { UploadState } from '../options/option-types.js';
import type { Sending } from '../options/options.js';

/** An upload that is in progress. */
interface Run extends PreparedUpload {
  readonly sending: Sending;
  /** Its state is that of the upload at the service; absent before it is opened, and when it was lost. */
  readonly control: UploadControl;
  /** Where the next chunk begins; absent: the service has to be asked. */
  offset?: number | undefined;
  /** Most bytes that the service has ever confirmed. */
  best: number;
  /** Failures since the last progress. */
  failures: number;
  /** How often the upload was opened, or tried to be. */
  opened: number;
  /** Pause before the next request. */
  delayMs: number;
}

/** Sends the media of a call in chunks by the protocol of Google's services, and continues after interruptions. */
export async function sendResumable(
  given: Sending,
  control: UploadControl = createControl(given.options),
): Promise<CallResponse<unknown>> {
  const { scope, options } = given;
  const { logger, logLevel } = options;
  // The address of an upload is a secret for as long as the upload takes; a client may live much longer.
  const redactor = createRedactor([], given.redactor);
  const sending = Object.assign(given, { redactor, log: createLog(logger, logLevel, redactor) });
  const upload = await scope.wait(prepareUpload(sending));
  const counts = { best: 0, failures: 0, opened: 0, delayMs: 0 };
  const run: Run = { ...upload, ...counts, sending, control };
  control.state = upload.session;
  try {
    for (;;) {
      const received = await takeStep(run);
      await scope.wait(tell(run, received));
      if (received) return received;
    }
  } finally {
    upload.chunks.close();
    control.leave();
  }
}

const paused = {};

/** One request; what it fails with is thrown only where there is no way on. */
async function takeStep(run: Run): Promise<CallResponse<unknown> | undefined> {
  const { control, sending } = run;
  const { scope, readsBody } = sending;
  const step = openScope(scope);
  let received: CallResponse<unknown> | undefined;
  try {
    await scope.wait(control.enter(() => step.end(paused)));
    if (run.delayMs) await pause(sending, run.delayMs, step);
    run.delayMs = 0;
    received = await (control.state ? goOn(run, control.state, step) : start(run, step));
  } catch (error) {
    step.close();
    scope.check();
    run.offset = undefined;
    if (error !== paused) recover(run, error);
  }
  // A body that is still to be read ends with the step.
  if (!received || readsBody) step.close();
  return received;
}

async function start(run: Run, step: Scope): Promise<undefined> {
  const { sending, request, chunks, type, fingerprint } = run;
  const { operation, redactor } = sending;
  const total = chunks.size;
  const headers = setHeaders(new Headers(request.headers), startHeaders(type, total)) ?? {};
  const use = async (response: Response, scope: Scope): Promise<string> => {
    if (!response.ok) await readResponse(sending, scope, response);
    drop(response, scope);
    const url = readAddress(response.headers.get('location'), request.url, redactor);
    if (!url) throw fail(run, 'names no usable address for the upload');
    return url;
  };
  run.opened += 1;
  const url = await attempt(sending, { ...request, headers }, use, step);
  note(run, { version: 1, operation: operation.id, url, type, sent: 0, total, fingerprint });
}

/** Sends the next chunk, or asks what has arrived. */
async function goOn(run: Run, session: UploadState, step: Scope): Promise<CallResponse<unknown> | undefined> {
  const { sending, request, offset, type } = run;
  const { operation } = sending;
  const { url } = session;
  const chunk = offset === undefined ? undefined : await sending.scope.wait(run.chunks.read(offset, run.chunkSize));
  const total = chunk?.last ? chunk.offset + chunk.size : session.total;
  const next = {
    method: 'PUT',
    url,
    headers: { 'content-range': contentRange(chunk, total) },
    body: chunk?.size ? sendBody({ data: chunk.body, type }) : undefined,
    // No credential goes to another address than the service, wherever it wants the bytes.
    credentials: url.startsWith(`${baseOf(sending).origin}/`) ? request.credentials : [],
  };
  let received: CallResponse<unknown> | undefined;
  const use = async (response: Response, scope: Scope): Promise<number> => {
    const sent = confirmedBytes(response);
    if (sent === undefined) received = await readResponse(sending, scope, response);
    else drop(response, scope);
    return sent ?? total ?? run.best;
  };
  const sent = await attempt(sending, next, use, step);
  if (!received) confirm(run, sent, total, chunk);
  else if (chunk?.last === false) throw fail(run, 'ended the upload before its last byte');
  note(run, { ...session, sent, total: received ? sent : total });
  // Chunks cost nothing.
  const quotaCost = operation.quota && operation.quota.cost * run.opened;
  return received && { ...received, meta: { ...received.meta, quotaCost } };
}

function confirm(run: Run, sent: number, total: number = Infinity, chunk?: Chunk): void {
  if (sent > total) throw fail(run, `claims to have ${sent} of ${total} bytes`);
  if (chunk && sent <= chunk.offset) throw fail(run, `kept none of the bytes from ${chunk.offset} on`, ConnectionError);
  if (sent <= run.best) return;
  run.best = sent;
  run.failures = 0;
  // A long upload outlives more than one token.
  run.sending.rejected.clear();
}

function note(run: Run, state: UploadState): void {
  run.offset = state.sent;
  run.control.state = maskState(state);
}

/** Tells what is new: outside of the step, as a failure of a listener is none of the upload. */
async function tell({ offset, control }: Run, done: unknown): Promise<void> {
  const { state } = control;
  if (!state || offset === undefined) return;
  const { sent, total } = state;
  if (!done) await control.tell('state', state);
  await control.tell('progress', { sent, total });
}

/** Decides how it goes on after a failure; throws where it does not. */
function recover(run: Run, error: unknown): void {
  const { sending, control } = run;
  if (renewTokens(sending, error)) return;
  if (control.state && ApiError.is(error) && /404|410/.test(`${error.status}`)) {
    const { attempts = 3 } = readRetryRules(sending.options.retry);
    if (run.opened >= attempts) throw error;
    control.state = undefined;
    run.best = 0;
  } else {
    // To open an upload, to ask and to send the same bytes again does no harm.
    const again = { ...sending, operation: { ...sending.operation, idempotent: true } };
    const delayMs = retryDelay(again, error, (run.failures += 1));
    if (delayMs === undefined) throw error;
    run.delayMs = delayMs;
  }
  reportRetry(sending, run.delayMs, error);
}

function drop({ body }: Response, scope: Scope): void {
  scope.close();
  // What cannot be cancelled is over already.
  body?.cancel().catch(() => undefined);
}

function fail({ sending }: Run, message: string, Kind: typeof ClientError = ClientError): ClientError {
  const { id } = sending.operation;
  return new Kind(id, `${id}: the service ${message}`);
}
