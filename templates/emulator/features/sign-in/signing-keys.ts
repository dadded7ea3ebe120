import { isJsonObject, type JsonObject } from '@speccast/runtime';
import { parseJson } from '@speccast/runtime/parameters';
import { base64url, fromBase64, fromBase64url } from '@speccast/runtime/requests';
import { writePem } from '../../values/pem.js';
import { hashSecret } from '../../receive/stored-tokens.js';
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

let known: Promise<SigningKeys> | undefined;

/** The keys that all emulators sign with. */
export function signingKeys(): Promise<SigningKeys> {
  known ??= readKeys(testKey);
  return known;
}

const rs256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;
const es256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

async function readKeys(jwk: TestKey): Promise<SigningKeys> {
  const { kty, n, e } = jwk;
  const id = hashSecret(n).slice(0, 16);
  const publicJwk = { kty, use: 'sig', alg: 'RS256', kid: id, n, e };
  const publicKey = await subtle().importKey('jwk', publicJwk, rs256, true, ['verify']);
  return {
    id,
    privateKey: await subtle().importKey('jwk', jwk, rs256, false, ['sign']),
    jwk: publicJwk,
    pem: await writePem(publicKey, 'spki'),
  };
}

type TestKey = Readonly<Record<'kty' | 'n' | 'e' | 'd' | 'p' | 'q' | 'dp' | 'dq' | 'qi', string>>;

/**
 * A key for tests: everybody knows it, as everybody may sign in to an emulator as anybody. Because it is always the same, ID tokens
 * verify after a restart, and no state file has a private key.
 */
const testKey: TestKey = {
  kty: 'RSA',
  n:
    'wYTvMC5BAhutbPKfwubLJXGTx28uZ41Hz0qJ2VQuFi4D6VKZf6TqGKB2IMKCfFjpuk5yp1TdpnRCusAj24QoQ3nfKvhIdQ2M' +
    'tSSGNkqN70YZjkTKN_QALSMQa2lGH77WGb1gQNR-34P8YJNHM7gLL6ZQHm7QPFqD5PsyFdzZj3cVVBJC0yTDj8gzOuCD7fuO' +
    'ZvTMRIEaiNVFnRNQ-sySuPk7qPdbFHHM4UzCwXHKWhjGQdLmQUxsw82IWLkm4DUR5QBNwN51sEut2FxL4eLfU-FBi1KrcKqD' +
    'Zm2ir4cgesmM4QDVM_Pj8-rpfzyWkL7b-IZizC8DkrhS4zRq3SXIPQ',
  e: 'AQAB',
  d:
    'RxbZcx6avPaD5_DdJZD48YFeozXBm0K4LXsZVp_o6jbvMugoAU8IvBE-M9ygaKOVAN7OmY_AeORemxH4WiybSeZcSAG7RFy8' +
    '4tJPB2St7UcYHj5A9vsIkYw-_OZIX2MQbZY25Lnq_ZsTvDp-Po6OdWuoJPXaQ0GREC4DASsHNP8LWfxsHY2JuptblTwIN4li' +
    'fdH-KlmoJijnB1-6N1UefJoIa01gFxVqC9V3UGDoNesYUZZpQJqFQAE4lueQVdoZNqeaBEjtQGCtvQWCBBN5G8abmpAsMkSX' +
    'WmvWRJpHkLD6h5JjohTo-O2M0NPzdiDjXXaxCIyyhRncJ-QAK32rlQ',
  p:
    '5TJ5cZYOqwGd-GgbuYJzer98uKDZSe2j1y3sQsuJ_God9TpvTxdNX5gd9-IwHijbedn178FwoFnuy_MLfSQc4SRFUPwiVICS' +
    '29WlzLSY8thcD5CH_YvAUKMjrhdXd063JPkh6vjo0q9RuyX2M5fUkT7QT5k_j9mCHTHbNqjSe48',
  q:
    '2CZc9eybAsmCXkpIMaS2NweJeSG88uaodcdppXdEJDxI-C0-i1nsnwl-YdYvEYfmEeH1idjJ1xV9HVn9l47Km7IqIa2pMkgg' +
    'XhaKp5wSxtvXSr48llNovX9GgL0OnvbgrnwR4Pw0WIutZd9ddUWJOYGTo339MJCZPzDqh8ybyXM',
  dp:
    'cVLnoTXkwsDl7rDrJGpP1t1fOZquVVNes0JNkyk4bMm7Tkk6SAzpgN6h0rLPv9nLyw_t_kHTAjX1UHo3sARvExLwAv7nqoh4' +
    'FKIqfHC_PzOjMT7xPnge-r_vIGECKkeNXoagMqIn3CQ7cSFv_kqQG9DHBtRrDSEqqGzCSuBmUhk',
  dq:
    'avVg3ti8Q_7PIjWDz_z_pe922ZgWVeRJzC5nWtfPwlaKjTRmVLKk4nXiMiu4kuY6tPKpfBLoniQmC1YypMKmA7GAI7Y5mYYT' +
    'bjudVR9oMzsqJ_RHKuQPWmYWzzG-gG8N84m1ly12AbLslRKYvqUwKGK0WhzIIzYKfziHdbeMB30',
  qi:
    'FR14FJs15lL08xhKvZdsvVFie343uJFr3yrpwIVkTJ3Ns33aWJJgpnFjFLqtUVzhKO-kwMxKgdeP4W5RleV9vF11iQVKk-im' +
    'jw1v79pYEIcbtQh9dYof12qKKieGL2-0clTxB5BT2Ts7XjPLJz27Odp55hXs-eEbn1FP-gbcq7k',
};

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
export async function signJwt(claims: object): Promise<string> {
  const { id, privateKey } = await signingKeys();
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

const algorithms = { RS256: rs256, ES256: es256, HS256: { name: 'HMAC', hash: 'SHA-256' } } as const;

/** Whether a JWT is signed with the private key of a public one (a JWK, or PEM), or for HS256 with a secret. */
export async function verifyJwt(jwt: ReadJwt, publicKey: JsonObject | string): Promise<boolean> {
  const name = jwt.algorithm;
  if (name !== 'RS256' && name !== 'ES256' && name !== 'HS256') return false;
  const algorithm = algorithms[name];
  try {
    const key =
      typeof publicKey !== 'string'
        ? // A key that is none is an error of `importKey`.
          await subtle().importKey('jwk', publicKey as JsonWebKey, algorithm, false, ['verify'])
        : name === 'HS256'
          ? await subtle().importKey('raw', new TextEncoder().encode(publicKey), algorithm, false, ['verify'])
          : await subtle().importKey('spki', derOf(publicKey), algorithm, false, ['verify']);
    return await subtle().verify(algorithm, key, jwt.signature, new TextEncoder().encode(jwt.signed));
  } catch {
    // The key is none, or not for this algorithm.
    return false;
  }
}

function derOf(pem: string): Uint8Array<ArrayBuffer> {
  return fromBase64(pem.replace(/-----[A-Z ]+-----|\s/g, ''));
}
