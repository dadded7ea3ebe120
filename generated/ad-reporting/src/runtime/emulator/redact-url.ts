import type { Service } from '../operation.js';
import { credentialParameters } from './credentials.js';

/** What stands in a journal where a credential stood. */
export const mask = 'redacted';

/** The address of a request without the keys and tokens, and the other secrets named, that its query carries. */
export function redactUrl(address: string, service: Service, secrets: readonly string[] = []): string {
  const url = new URL(address);
  const carriers = [...credentialParameters(service), ...secrets].filter((name) => url.searchParams.has(name));
  if (carriers.length === 0) return address;
  for (const name of carriers) url.searchParams.set(name, mask);
  return url.href;
}
