import { base64 } from '@speccast/runtime/requests';

const fractions = 2 ** 32;

/** Computes constants as SHA-256 defines them: the first 32 bits of the fractional parts of the roots of the first primes. */
function computeRoots(count: number, exponent: number): readonly number[] {
  const roots: number[] = [];
  for (let number = 2; roots.length < count; number += 1) {
    let isPrime = true;
    for (let other = 2; other * other <= number; other += 1) if (number % other === 0) isPrime = false;
    if (isPrime) roots.push(((Math.pow(number, exponent) % 1) * fractions) | 0);
  }
  return roots;
}

let constants: { readonly round: readonly number[]; readonly start: readonly number[] } | undefined;

/**
 * Computes the SHA-256 of bytes (FIPS 180-4). Web Crypto has it only as a promise, and not at all on pages without HTTPS; tokens are
 * looked up synchronously.
 */
export function sha256(bytes: Uint8Array): Uint8Array {
  const { round, start } = (constants ??= { round: computeRoots(64, 1 / 3), start: computeRoots(8, 1 / 2) });
  const state = Int32Array.from(start);
  const padded = new DataView(new ArrayBuffer(((bytes.length + 72) >>> 6) << 6));
  new Uint8Array(padded.buffer).set(bytes);
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(padded.byteLength - 8, Math.floor(bytes.length / 2 ** 29));
  padded.setUint32(padded.byteLength - 4, bytes.length << 3);
  for (let at = 0; at < padded.byteLength; at += 64) mix(state, scheduleWords(padded, at), round);
  const digest = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) digest.setInt32(4 * index, word);
  return new Uint8Array(digest.buffer);
}

function scheduleWords(padded: DataView, at: number): Int32Array {
  const words = new Int32Array(64);
  for (let index = 0; index < 16; index += 1) words[index] = padded.getInt32(at + 4 * index);
  for (let index = 16; index < 64; index += 1) {
    const [old = 0, recent = 0] = [words[index - 15], words[index - 2]];
    const small = rotate(old, 7) ^ rotate(old, 18) ^ (old >>> 3);
    const large = rotate(recent, 17) ^ rotate(recent, 19) ^ (recent >>> 10);
    words[index] = (words[index - 16] ?? 0) + small + (words[index - 7] ?? 0) + large;
  }
  return words;
}

function mix(state: Int32Array, words: Int32Array, round: readonly number[]): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (const [index, word] of words.entries()) {
    const large = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + large + ((e & f) ^ (~e & g)) + (round[index] ?? 0) + word) | 0;
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] ?? 0) + value;
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

const hashes = new Map<string, string>();

/** Returns the source expression by which a content security policy allows an inline style or script. Computed once a text. */
export function policyHash(text: string): string {
  const hash = hashes.get(text) ?? base64(sha256(new TextEncoder().encode(text)));
  hashes.set(text, hash);
  return `'sha256-${hash}'`;
}

/** Writes a key as PEM. */
export async function writePem(key: CryptoKey, format: 'pkcs8' | 'spki'): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.exportKey(format, key));
  const lines = base64(bytes).match(/.{1,64}/g) ?? [];
  const label = format === 'spki' ? 'PUBLIC KEY' : 'PRIVATE KEY';
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
