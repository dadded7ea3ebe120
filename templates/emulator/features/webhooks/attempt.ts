import { readRetryAfter } from '@speccast/runtime';
import type { WebhookOptions } from '../../plan/options.js';

/** An attempt to deliver a webhook. */
export interface WebhookAttempt {
  /** By the clock of the emulator, in milliseconds since the epoch. */
  readonly time: number;
  /** Its duration, in milliseconds of real time. */
  readonly took: number;
  /** Status of the response, if there was one. */
  readonly status?: number;
  /** Why it failed: `status`, `redirected`, `gone`, `timeout`, `unreachable` or `unsigned`. */
  readonly error?: string;
  /** The first 1,024 characters of the response. */
  readonly response?: string;
}

/** The outcome of one attempt. */
export interface Outcome extends Omit<WebhookAttempt, 'time'> {
  /** The first 16 KiB of the body of the response. */
  readonly text: string;
  /** The time that the receiver asks to wait, in milliseconds. */
  readonly retryAfter: number;
}

/** Sends a request once. Never rejects: an unreachable or hanging receiver is an outcome. */
export async function attempt(
  url: URL,
  init: RequestInit,
  // Reads the global `fetch` at each attempt, because tests replace it.
  { fetch: send = (one) => fetch(one), timeoutMs = 10_000 }: WebhookOptions,
): Promise<Outcome> {
  const started = performance.now();
  const controller = new AbortController();
  const { signal } = controller;
  // A `fetch` that ignores the signal must not delay the outcome.
  const timeout = new Promise<Partial<Outcome>>((resolve) => {
    signal.addEventListener('abort', () => resolve({ error: 'timeout' }));
  });
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  const sent = exchange(url, { ...init, redirect: 'manual', signal }, send).catch(() => ({
    error: signal.aborted ? 'timeout' : 'unreachable',
  }));
  const outcome = await Promise.race([sent, timeout]);
  clearTimeout(timer);
  return { text: '', retryAfter: 0, ...outcome, took: Math.round(performance.now() - started) };
}

/** Maximum number of bytes of a response that are read. */
const mostRead = 16_384;

/** Maximum number of characters of a response that are kept. */
const mostKept = 1024;

const DAY = 86_400_000;

async function exchange(
  url: URL,
  init: RequestInit,
  send: (request: Request) => Promise<Response>,
): Promise<Partial<Outcome>> {
  const response = await send(new Request(url, init));
  const text = await readStart(response);
  // In browsers a response that redirects has no status.
  if (response.type === 'opaqueredirect') return { error: 'redirected' };
  const { status, headers: answered } = response;
  const start = text.slice(0, mostKept);
  // A `Retry-After` with a date is relative to the clock of the receiver.
  const now = Date.parse(answered.get('date') ?? '') || Date.now();
  const retryAfter = Math.min(readRetryAfter(answered.get('retry-after'), now) ?? 0, DAY);
  const outcome = { status, text, ...(start && { response: start }), retryAfter };
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

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const longest = 2048;

/**
 * Explains why nothing may be sent to a URL; undefined if it is allowed. Any caller of an emulator can subscribe a URL, so it sends only
 * to this machine, to the URLs of the options, and to the hosts that they allow; never to a control plane.
 */
export function whyUnsendable(
  text: string,
  { url: own = [], fetch, allow = fetch ? 'any' : [] }: WebhookOptions,
): string | undefined {
  if (!URL.canParse(text) || text.length > longest) return 'The address is not a URL.';
  const { protocol, username, password, pathname, origin, hostname, host } = new URL(text);
  if (!/^https?:$/.test(protocol)) return 'The address does not begin with http:// or https://.';
  if (username !== '' || password !== '') return 'The address contains credentials.';
  if (/(?:^|\/)(?:_|%5f){2}mock(?:\/|$)/i.test(pathname)) return 'The address is that of a control plane.';
  const isAllowed = allow === 'any' || allow.includes(hostname) || allow.includes(host) || loopback.test(hostname);
  if (isAllowed || [own].flat().some((one) => URL.canParse(one) && new URL(one).origin === origin)) return undefined;
  return `The host ${hostname} is not allowed: only this machine is, and the hosts in the option \`allow\` of webhooks.`;
}

const secretName = /secret|token|key|sig|pass|auth|code/i;

/** Redacts an address for the journal: `https://host.test/?token=redacted`. */
export function redactTarget(text: string): string {
  if (!URL.canParse(text)) return text.slice(0, 200);
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') [url.username, url.password] = ['redacted', ''];
  for (const name of new Set(url.searchParams.keys()))
    if (secretName.test(name)) url.searchParams.set(name, 'redacted');
  return url.href;
}
