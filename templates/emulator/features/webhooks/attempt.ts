import { signWebhook, type WebhookScheme, type WebhookSecret } from '@speccast/runtime/webhooks';
import type { WebhookAttempt } from './delivery.js';

/** A request to be sent once. */
interface Attempted {
  readonly id: string;
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string | undefined;
  /** The key of its signature; absent: it is not signed. */
  readonly signed?:
    | { readonly scheme: WebhookScheme; readonly secret: WebhookSecret | readonly WebhookSecret[] }
    | undefined;
  /** The time of the signature, in milliseconds since the epoch. */
  readonly time: number;
  /** Signs another body. */
  readonly isWrong: boolean;
}

/** The outcome of one attempt. */
export interface Outcome extends Omit<WebhookAttempt, 'time'> {
  /** The first 16 KiB of the body of the response. */
  readonly text: string;
  /** The time that the receiver asks to wait, in milliseconds. */
  readonly retryAfter: number;
}

type Send = (request: Request) => Promise<Response>;

/** Most bytes of a response that are read. */
const mostRead = 16_384;

/** Most characters of a response that are kept. */
const mostKept = 1024;

/** Sends a request once. Never rejects: an unreachable or hanging receiver and an unusable key are outcomes. */
export async function attempt(one: Attempted, send: Send, timeoutMs: number): Promise<Outcome> {
  const { id, time, isWrong, payload = '', signed } = one;
  const started = performance.now();
  const finish = (rest: Partial<Outcome>): Outcome => {
    const took = Math.round(performance.now() - started);
    return { text: '', retryAfter: 0, ...rest, took };
  };
  let { headers } = one;
  try {
    if (signed)
      headers = { ...headers, ...(await signWebhook(payload + (isWrong ? ' ' : ''), { ...signed, id, time })) };
  } catch {
    return finish({ error: 'unsigned' });
  }
  const controller = new AbortController();
  const { signal } = controller;
  // A `fetch` that does not heed the signal has to end, too.
  const timeout = new Promise<Partial<Outcome>>((resolve) => {
    signal.addEventListener('abort', () => resolve({ error: 'timeout' }));
  });
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    return finish(await Promise.race([exchange({ ...one, headers }, send, signal), timeout]));
  } catch {
    return finish({ error: signal.aborted ? 'timeout' : 'unreachable' });
  } finally {
    clearTimeout(timer);
  }
}

async function exchange(
  { method, url, headers, payload }: Attempted,
  send: Send,
  signal: AbortSignal,
): Promise<Partial<Outcome>> {
  const body = payload === undefined || method === 'GET' || method === 'HEAD' ? {} : { body: payload };
  const response = await send(new Request(url, { method, headers, redirect: 'manual', signal, ...body }));
  const text = await readStart(response);
  // In browsers a response that redirects has no status.
  if (response.type === 'opaqueredirect') return { error: 'redirected' };
  const { status } = response;
  const start = text.slice(0, mostKept);
  const outcome = { status, text, ...(start && { response: start }), retryAfter: readRetryAfter(response) };
  if (status >= 200 && status < 300) return outcome;
  return { ...outcome, error: status === 410 ? 'gone' : status >= 300 && status < 400 ? 'redirected' : 'status' };
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
  // The rest is not needed.
  void reader.cancel().catch(() => {});
  return text;
}

const DAY = 86_400_000;

/** Reads `Retry-After` in milliseconds, at most a day. A date is by the clock of the receiver. */
function readRetryAfter({ headers }: Response): number {
  const text = headers.get('retry-after') ?? '';
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text) * 1000, DAY);
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  return Math.max(0, Math.min((Date.parse(text) || 0) - now, DAY));
}
