import type { Service } from '@speccast/runtime';
import { credentialParameters, keyHeaderOf } from '../request/credentials.js';

const usual = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-goog-api-key', 'x-api-key'];

/** Headers as plain data by lower-case name. Credentials and secrets in URLs are masked. */
export function redactHeaders(
  headers: Headers,
  { security }: Service,
  redactAddress: (address: string) => string,
): Readonly<Record<string, string>> {
  const carriers = Object.values(security).flatMap((one) =>
    one.kind === 'apiKey' && one.in === 'header' ? one.name.toLowerCase() : (keyHeaderOf(one)?.toLowerCase() ?? []),
  );
  const secret = new Set([...usual, ...carriers]);
  const shown = [...headers].map(([name, value]): [string, string] => {
    if (secret.has(name) || namesSession.test(name)) return [name, mask];
    return [name, name === 'location' || name === 'referer' ? redactAddress(value) : value];
  });
  return Object.fromEntries(shown);
}

/** Whoever has the id of an upload session can write to it. */
const namesSession = /upload.*(?:id|url)$/;

/** Replaces credentials in the journal. */
const mask = 'redacted';

/** Masks keys, tokens and other secrets in the query of a URL. */
export function redactUrl(address: string, service: Service, secrets: readonly string[] = []): string {
  const url = new URL(address);
  const secret = new Set([...credentialParameters(service), ...secrets].map((name) => name.toLowerCase()));
  // `Key=` instead of `key=` contains the key as well.
  const carriers = new Set([...url.searchParams.keys()].filter((name) => secret.has(name.toLowerCase())));
  if (carriers.size === 0) return address;
  for (const name of carriers) url.searchParams.set(name, mask);
  return url.href;
}
