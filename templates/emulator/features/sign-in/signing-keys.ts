import { isJsonObject, type JsonObject } from '@speccast/runtime';
import { parseJson } from '@speccast/runtime/parameters';
import { base64url, fromBase64, fromBase64url, readMember } from '@speccast/runtime/requests';
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

/** Returns the keys that all emulators sign with. */
export function getSigningKeys(): Promise<SigningKeys> {
  known ??= readKeys();
  return known;
}

const rs256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

const algorithms: Readonly<Record<string, { name: string; hash: string; namedCurve?: string }>> = {
  RS256: rs256,
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  HS256: { name: 'HMAC', hash: 'SHA-256' },
};

/** Algorithms that clients may sign their assertions with. */
export const clientAlgorithms: readonly string[] = Object.keys(algorithms);

async function readKeys(): Promise<SigningKeys> {
  const { kty, n, e } = testKey;
  const id = hashSecret(n).slice(0, 16);
  const jwk = { kty, use: 'sig', alg: 'RS256', kid: id, n, e };
  const publicKey = await subtle().importKey('jwk', jwk, rs256, true, ['verify']);
  const privateKey = await subtle().importKey('jwk', testKey, rs256, false, ['sign']);
  return { id, privateKey, jwk, pem: await writePem(publicKey, 'spki') };
}

/**
 * A key for tests, which is public: anyone may sign in to an emulator as any user. Because it is always the same, ID tokens
 * verify after a restart, and state files contain no private key.
 */
const testKey = {
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

/** Returns Web Crypto, which browsers have only on pages with HTTPS and on localhost. */
function subtle(): SubtleCrypto {
  // The types say that it is always there.
  const found = crypto.subtle as SubtleCrypto | undefined;
  if (found !== undefined) return found;
  throw new OAuthError(
    'invalid_scope',
    'Signatures need Web Crypto, which this page only has with HTTPS or on localhost.',
  );
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** Signs a JWT (RS256). */
export async function signJwt(claims: object): Promise<string> {
  const { id, privateKey } = await getSigningKeys();
  const parts = [{ alg: 'RS256', typ: 'JWT', kid: id }, claims];
  const signed = parts.map((part) => base64url(encode(JSON.stringify(part)))).join('.');
  const signature = await subtle().sign(rs256, privateKey, encode(signed));
  return `${signed}.${base64url(new Uint8Array(signature))}`;
}

/** A JWT whose signature is not verified yet. */
export interface ReadJwt {
  readonly algorithm: string;
  readonly claims: JsonObject;
  readonly signed: string;
  readonly signature: Uint8Array<ArrayBuffer>;
}

/** Reads a JWT; undefined if the text is none. */
export function readJwt(text: string): ReadJwt | undefined {
  const [header = '', payload = '', end = '', ...more] = text.split('.');
  const [head, claims] = [header, payload].map((part) => parseJson(new TextDecoder().decode(fromBase64url(part))));
  const signature = fromBase64url(end);
  if (more.length > 0 || !signature?.length || !isJsonObject(head) || !isJsonObject(claims)) return undefined;
  const { alg } = head;
  return typeof alg === 'string' ? { algorithm: alg, claims, signed: `${header}.${payload}`, signature } : undefined;
}

/** Tells whether a JWT is signed with the private key of a public one (a JWK, or PEM), or for HS256 with a secret. */
export async function verifyJwt(jwt: ReadJwt, publicKey: JsonObject | string): Promise<boolean> {
  const algorithm = readMember(algorithms, jwt.algorithm);
  if (algorithm === undefined) return false;
  try {
    const key =
      typeof publicKey !== 'string'
        ? // `importKey` rejects an invalid key.
          await subtle().importKey('jwk', publicKey as JsonWebKey, algorithm, false, ['verify'])
        : jwt.algorithm === 'HS256'
          ? await subtle().importKey('raw', encode(publicKey), algorithm, false, ['verify'])
          : await subtle().importKey(
              'spki',
              fromBase64(publicKey.replace(/-----[A-Z ]+-----|\s/g, '')),
              algorithm,
              false,
              ['verify'],
            );
    return await subtle().verify(algorithm, key, jwt.signature, encode(jwt.signed));
  } catch {
    // The key is invalid, or not for this algorithm.
    return false;
  }
}
