import type { WebhookOptions } from '../../plan/options.js';

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const longest = 2048;

/**
 * Says why nothing may be sent to an address; undefined if it is allowed. All callers of an emulator may name addresses, so it sends only
 * to this machine, to the addresses of the options, and to the hosts that they allow; never to a control plane.
 */
export function whyUnsendable(
  text: string,
  { url: own = [], fetch, allow = fetch ? 'any' : [] }: WebhookOptions,
): string | undefined {
  if (!URL.canParse(text) || text.length > longest) return 'The address is no URL.';
  const { protocol, username, password, pathname, origin, hostname, host } = new URL(text);
  if (!/^https?:$/.test(protocol)) return 'The address is not one of HTTP.';
  if (username !== '' || password !== '') return 'The address contains credentials.';
  if (/(?:^|\/)(?:_|%5f){2}mock(?:\/|$)/i.test(pathname)) return 'The address is that of a control plane.';
  const isAllowed = allow === 'any' || allow.includes(hostname) || allow.includes(host) || loopback.test(hostname);
  if (isAllowed || [own].flat().some((one) => URL.canParse(one) && new URL(one).origin === origin)) return undefined;
  return `The host ${hostname} is not allowed: only this machine is, and what the options of webhooks name.`;
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
