import type { Service } from '@speccast/runtime';
import { credentialParameters } from '../request/credentials.js';

/** What stands in a journal where a credential stood. */
export const mask = 'redacted';

/** The address of a request without the keys and tokens, and the other secrets named, that its query carries. */
export function redactUrl(address: string, service: Service, secrets: readonly string[] = []): string {
  const url = new URL(address);
  const secret = new Set([...credentialParameters(service), ...secrets].map((name) => name.toLowerCase()));
  // Who writes `Key=` for `key=` has told the key all the same.
  const carriers = new Set([...url.searchParams.keys()].filter((name) => secret.has(name.toLowerCase())));
  if (carriers.size === 0) return address;
  for (const name of carriers) url.searchParams.set(name, mask);
  return url.href;
}
