import { base64 } from '@speccast/runtime/requests';
import { sha256 } from './sha256.js';

/** Returns the source expression by which a content security policy allows an inline style or script. */
export function policyHash(text: string): string {
  return `'sha256-${base64(sha256(new TextEncoder().encode(text)))}'`;
}

/** Writes a key as PEM. */
export async function writePem(key: CryptoKey, format: 'pkcs8' | 'spki'): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.exportKey(format, key));
  const lines = base64(bytes).match(/.{1,64}/g) ?? [];
  const label = format === 'spki' ? 'PUBLIC KEY' : 'PRIVATE KEY';
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
