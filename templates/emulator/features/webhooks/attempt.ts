import { signWebhook, type WebhookScheme, type WebhookSecret } from '@speccast/runtime/webhooks';
import type { WebhookAttempt } from './delivery.js';

/** A request to be sent once. */
export interface Attempted {
  readonly id: string;
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string | undefined;
  /** What it is signed with; absent where it is not signed. */
  readonly signed?:
    | { readonly scheme: WebhookScheme; readonly secret: WebhookSecret | readonly WebhookSecret[] }
    | undefined;
  /** The time that it is signed at, in milliseconds since the epoch. */
  readonly time: number;
  /** Whether the signature is to be that of another body. */
  readonly isWrong: boolean;
}

/** The outcome of one attempt. */
export interface Outcome extends Omit<WebhookAttempt, 'time'> {
  /** The first 16 KiB of the body of the response. */
  readonly text: string;
  /** How long the receiver asks to wait, in milliseconds. */
  readonly retryAfter: number;
}

type Send = (request: Request) => Promise<Response>;

/** Most bytes of a response that are read. */
const mostRead = 16_384;

/** Most characters of a response that are kept. */
const mostKept = 1024;

/** Sends a request once. Never rejects: neither unreachable and hanging receivers nor unusable keys do more than fail. */
export async function attempt(one: Attempted, send: Send, timeoutMs: number): Promise<Outcome> {
  const started = performance.now();
  const finish = (rest: Partial<Outcome>): Outcome => ({
    text: '',
    retryAfter: 0,
    ...rest,
    took: Math.round(performance.now() - started),
  });
  const headers = await signedHeaders(one);
  if (headers === undefined) return finish({ error: 'unsigned' });
  const controller = new AbortController();
  let stop = (): void => {};
  const timeout = new Promise<'timeout'>((resolve) => {
    stop = () => resolve('timeout');
  });
  const timer = setTimeout(() => {
    stop();
    controller.abort();
  }, timeoutMs);
  try {
    // A `fetch` that does not heed the signal has to end, too.
    const outcome = await Promise.race([exchange(one, headers, send, controller.signal), timeout]);
    return finish(outcome === 'timeout' ? { error: 'timeout' } : outcome);
  } catch {
    return finish({ error: controller.signal.aborted ? 'timeout' : 'unreachable' });
  } finally {
    clearTimeout(timer);
  }
}

async function signedHeaders(one: Attempted): Promise<Readonly<Record<string, string>> | undefined> {
  if (one.signed === undefined) return one.headers;
  const { id, time, isWrong, payload = '' } = one;
  try {
    return { ...one.headers, ...(await signWebhook(isWrong ? `${payload} ` : payload, { ...one.signed, id, time })) };
  } catch {
    return undefined;
  }
}

async function exchange(
  { method, url, payload }: Attempted,
  headers: Readonly<Record<string, string>>,
  send: Send,
  signal: AbortSignal,
): Promise<Partial<Outcome>> {
  const body = payload === undefined || method === 'GET' || method === 'HEAD' ? {} : { body: payload };
  const response = await send(new Request(url, { method, headers, redirect: 'manual', signal, ...body }));
  const text = await readStart(response);
  const kept = text === '' ? {} : { response: text.slice(0, mostKept) };
  // In browsers a response that redirects has no status.
  if (response.type === 'opaqueredirect') return { error: 'redirected' };
  const { status } = response;
  const rest = { status, text, ...kept, retryAfter: retryAfterOf(response) };
  if (status >= 200 && status < 300) return rest;
  return { ...rest, error: status === 410 ? 'gone' : status >= 300 && status < 400 ? 'redirected' : 'status' };
}

async function readStart({ body }: Response): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let [text, left] = ['', mostRead];
  while (left > 0) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    const part = value.subarray(0, left);
    left -= part.length;
    text += decoder.decode(part, { stream: true });
  }
  // What the rest is does not matter, nor whether the receiver notices.
  void reader.cancel().catch(() => {});
  return text;
}

const DAY = 86_400_000;

/** Of seconds, or of a date, which is by the clock of the receiver. */
function retryAfterOf({ headers }: Response): number {
  const text = headers.get('retry-after') ?? '';
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text) * 1000, DAY);
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  return Math.max(0, Math.min((Date.parse(text) || 0) - now, DAY));
}
