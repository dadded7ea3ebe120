import { isJsonObject, type JsonObject, parseJson } from '@speccast/runtime';
import { pemOf } from '../domain/pem.js';
import type { Shared } from '../shared.js';
import { base64url, fromBase64url, hashOf } from './base64url.js';
import { OAuthError } from './oauth-error.js';

/** The keys that ID tokens are signed with. */
interface SigningKeys {
  readonly id: string;
  readonly privateKey: CryptoKey;
  /** The public key as a JWK. */
  readonly jwk: JsonObject;
  /** The public key in PEM (SPKI). */
  readonly pem: string;
}

const keysBy = new WeakMap<Shared, Promise<SigningKeys>>();

/** The keys of an emulator and its worlds, made when they are first needed. */
export function signingKeysOf(shared: Shared): Promise<SigningKeys> {
  const known = keysBy.get(shared) ?? makeKeys();
  keysBy.set(shared, known);
  return known;
}

const rs256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;
const es256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

async function makeKeys(): Promise<SigningKeys> {
  const size = { modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) };
  const { publicKey, privateKey } = await subtle().generateKey({ ...rs256, ...size }, true, ['sign', 'verify']);
  const { n = '', e = '' } = await subtle().exportKey('jwk', publicKey);
  const id = hashOf(n).slice(0, 16);
  return {
    id,
    privateKey,
    jwk: { kty: 'RSA', use: 'sig', alg: 'RS256', kid: id, n, e },
    pem: await pemOf(publicKey, 'spki'),
  };
}

/** Browsers have it only on pages with HTTPS, and on localhost. */
function subtle(): SubtleCrypto {
  // The types say that it is always there.
  const found = crypto.subtle as SubtleCrypto | undefined;
  if (found === undefined)
    throw new OAuthError(
      'invalid_scope',
      'Signatures need Web Crypto, which this page only has with HTTPS or on localhost.',
    );
  return found;
}

/** Signs a JWT (RS256). */
export async function signJwt(shared: Shared, claims: object): Promise<string> {
  const { id, privateKey } = await signingKeysOf(shared);
  const encode = (value: object): string => base64url(new TextEncoder().encode(JSON.stringify(value)));
  const signed = `${encode({ alg: 'RS256', typ: 'JWT', kid: id })}.${encode(claims)}`;
  const signature = await subtle().sign(rs256, privateKey, new TextEncoder().encode(signed));
  return `${signed}.${base64url(new Uint8Array(signature))}`;
}

/** A JWT whose signature was not verified yet. */
export interface ReadJwt {
  readonly algorithm: string;
  readonly claims: JsonObject;
  readonly signed: string;
  readonly signature: Uint8Array<ArrayBuffer>;
}

/** Reads a JWT; undefined if it is none. */
export function readJwt(text: string): ReadJwt | undefined {
  const [header = '', payload = '', end = '', ...more] = text.split('.');
  const signature = fromBase64url(end);
  const [head, claims] = [jsonIn(header), jsonIn(payload)];
  if (more.length > 0 || signature === undefined || signature.length === 0) return undefined;
  if (head === undefined || claims === undefined || typeof head['alg'] !== 'string') return undefined;
  return { algorithm: head['alg'], claims, signed: `${header}.${payload}`, signature };
}

function jsonIn(text: string): JsonObject | undefined {
  const bytes = fromBase64url(text);
  if (bytes === undefined || bytes.length === 0) return undefined;
  const value = parseJson(new TextDecoder().decode(bytes));
  return value !== undefined && isJsonObject(value) ? value : undefined;
}

/** Whether a JWT is signed with the private key of a public one: a JWK, or PEM (SPKI). */
export async function verifyJwt(jwt: ReadJwt, publicKey: JsonObject | string): Promise<boolean> {
  const algorithm = jwt.algorithm === 'ES256' ? es256 : rs256;
  try {
    const key =
      typeof publicKey === 'string'
        ? await subtle().importKey('spki', derOf(publicKey), algorithm, false, ['verify'])
        : // A key that is none is an error of `importKey`.
          await subtle().importKey('jwk', publicKey as JsonWebKey, algorithm, false, ['verify']);
    return await subtle().verify(algorithm, key, jwt.signature, new TextEncoder().encode(jwt.signed));
  } catch {
    // The key is none, or not for this algorithm.
    return false;
  }
}

function derOf(pem: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(pem.replace(/-----[A-Z ]+-----|\s/g, '')), (one) => one.charCodeAt(0));
}
