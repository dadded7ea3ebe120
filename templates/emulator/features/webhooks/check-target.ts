import type { WebhookOptions } from '../../plan/options.js';

/** An address that may be sent to, or the reason why it may not. */
export type Target = { readonly url: URL } | { readonly reason: string };

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Checks the address of a webhook. All callers of an emulator may name addresses, so it sends only to this machine, to the addresses
 * of the options, and to the hosts that they allow; never to a control plane.
 */
export function checkTarget(
  text: string,
  { url: own = [], fetch, allow = fetch === undefined ? [] : 'any' }: WebhookOptions,
): Target {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || text.length > longest) return { reason: 'The address is no URL.' };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { reason: 'The address is not one of HTTP.' };
  if (url.username !== '' || url.password !== '') return { reason: 'The address contains credentials.' };
  if (/(?:^|\/)(?:_|%5f){2}mock(?:\/|$)/i.test(url.pathname))
    return { reason: 'The address is that of a control plane.' };
  url.hash = '';
  const stated = [own].flat().some((one) => URL.canParse(one) && new URL(one).origin === url.origin);
  const isAllowed = allow === 'any' || allow.includes(url.hostname) || allow.includes(url.host);
  if (stated || isAllowed || loopback.test(url.hostname)) return { url };
  return {
    reason: `The host ${url.hostname} is not allowed: only this machine is, and what the options of webhooks name.`,
  };
}

/** Says why nothing may be sent to an address; undefined if it is allowed. */
export function whyUnsendable(text: string, options: WebhookOptions): string | undefined {
  const target = checkTarget(text, options);
  return 'reason' in target ? target.reason : undefined;
}

const longest = 2048;

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
