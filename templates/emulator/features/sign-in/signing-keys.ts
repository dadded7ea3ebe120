import { isJsonObject, type JsonObject, parseJson } from '@speccast/runtime';
import { base64url, fromBase64, fromBase64url, readMember } from '@speccast/runtime/requests';
import { writePem } from '../../values/hashes.js';
import { hashSecret } from '../../receive/stored-tokens.js';
import { OAuthError } from './scene.js';

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
export const getSigningKeys = (): Promise<SigningKeys> => (known ??= readKeys());

const rs256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

const algorithms: Readonly<Record<string, { name: string; hash: string; namedCurve?: string }>> = {
  RS256: rs256,
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  HS256: { name: 'HMAC', hash: 'SHA-256' },
};

/** Algorithms that clients may sign their assertions with. */
export const clientAlgorithms: readonly string[] = Object.keys(algorithms);

async function readKeys(): Promise<SigningKeys> {
  const privateKey = await subtle().importKey('pkcs8', fromBase64(testKey.replaceAll('\n', '')), rs256, true, ['sign']);
  const { kty = '', n = '', e = '' } = await subtle().exportKey('jwk', privateKey);
  const id = hashSecret(n).slice(0, 16);
  const jwk = { kty, use: 'sig', alg: 'RS256', kid: id, n, e };
  const publicKey = await subtle().importKey('jwk', jwk, rs256, true, ['verify']);
  return { id, privateKey, jwk, pem: await writePem(publicKey, 'spki') };
}

/**
 * A private key (PKCS #8) that is no secret: anyone may sign in to an emulator as any user. Because it never changes, ID tokens stay
 * valid after a restart, and state files contain no private key.
 */
const testKey = `
MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQDBhO8wLkECG61s8p/C5sslcZPHby5njUfPSonZVC4WLgPpUpl/pOoYoHYgwoJ8
WOm6TnKnVN2mdEK6wCPbhChDed8q+Eh1DYy1JIY2So3vRhmORMo39AAtIxBraUYfvtYZvWBA1H7fg/xgk0czuAsvplAebtA8WoPk+zIV3NmPdxVU
EkLTJMOPyDM64IPt+45m9MxEgRqI1UWdE1D6zJK4+Tuo91sUcczhTMLBccpaGMZB0uZBTGzDzYhYuSbgNRHlAE3A3nWwS63YXEvh4t9T4UGLUqtw
qoNmbaKvhyB6yYzhANUz8+Pz6ul/PJaQvtv4hmLMLwOSuFLjNGrdJcg9AgMBAAECggEARxbZcx6avPaD5/DdJZD48YFeozXBm0K4LXsZVp/o6jbv
MugoAU8IvBE+M9ygaKOVAN7OmY/AeORemxH4WiybSeZcSAG7RFy84tJPB2St7UcYHj5A9vsIkYw+/OZIX2MQbZY25Lnq/ZsTvDp+Po6OdWuoJPXa
Q0GREC4DASsHNP8LWfxsHY2JuptblTwIN4lifdH+KlmoJijnB1+6N1UefJoIa01gFxVqC9V3UGDoNesYUZZpQJqFQAE4lueQVdoZNqeaBEjtQGCt
vQWCBBN5G8abmpAsMkSXWmvWRJpHkLD6h5JjohTo+O2M0NPzdiDjXXaxCIyyhRncJ+QAK32rlQKBgQDlMnlxlg6rAZ34aBu5gnN6v3y4oNlJ7aPX
LexCy4n8ah31Om9PF01fmB334jAeKNt52fXvwXCgWe7L8wt9JBzhJEVQ/CJUgJLb1aXMtJjy2FwPkIf9i8BQoyOuF1d3Trck+SHq+OjSr1G7JfYz
l9SRPtBPmT+P2YIdMds2qNJ7jwKBgQDYJlz17JsCyYJeSkgxpLY3B4l5Ibzy5qh1x2mld0QkPEj4LT6LWeyfCX5h1i8Rh+YR4fWJ2MnXFX0dWf2X
jsqbsiohrakySCBeFoqnnBLG29dKvjyWU2i9f0aAvQ6e9uCufBHg/DRYi61l3111RYk5gZOjff0wkJk/MOqHzJvJcwKBgHFS56E15MLA5e6w6yRq
T9bdXzmarlVTXrNCTZMpOGzJu05JOkgM6YDeodKyz7/Zy8sP7f5B0wI19VB6N7AEbxMS8AL+56qIeBSiKnxwvz8zozE+8T54Hvq/7yBhAipHjV6G
oDKiJ9wkO3Ehb/5KkBvQxwbUaw0hKqhswkrgZlIZAoGAavVg3ti8Q/7PIjWDz/z/pe922ZgWVeRJzC5nWtfPwlaKjTRmVLKk4nXiMiu4kuY6tPKp
fBLoniQmC1YypMKmA7GAI7Y5mYYTbjudVR9oMzsqJ/RHKuQPWmYWzzG+gG8N84m1ly12AbLslRKYvqUwKGK0WhzIIzYKfziHdbeMB30CgYAVHXgU
mzXmUvTzGEq9l2y9UWJ7fje4kWvfKunAhWRMnc2zfdpYkmCmcWMUuq1RXOEo76TAzEqB14/hblGV5X28XXWJBUqT6KaPDW/v2lgQhxu1CH11ih/X
aooqJ4Yvb7RyVPEHkFPZOzteM8snPbs52nnmFez54RufUU/6BtyruQ==
`;

/** Returns Web Crypto, which browsers have only on pages with HTTPS and on localhost. */
function subtle(): SubtleCrypto {
  // The types say that it is always there.
  const found = crypto.subtle as SubtleCrypto | undefined;
  if (found) return found;
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
  const signed = [{ alg: 'RS256', typ: 'JWT', kid: id }, claims]
    .map((part) => base64url(encode(JSON.stringify(part))))
    .join('.');
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

/** Returns whether a JWT is signed with the private key of a public one (a JWK, or PEM), or for HS256 with a secret. */
export async function verifyJwt(
  { algorithm: name, signature, signed }: ReadJwt,
  key: JsonObject | string,
): Promise<boolean> {
  const algorithm = readMember(algorithms, name);
  if (!algorithm) return false;
  const [format, read]: ['raw' | 'spki', typeof encode] =
    name === 'HS256' ? ['raw', encode] : ['spki', (text) => fromBase64(text.replace(/-----[A-Z ]+-----|\s/g, ''))];
  try {
    const publicKey = await (typeof key === 'string'
      ? subtle().importKey(format, read(key), algorithm, false, ['verify'])
      : // `importKey` rejects an invalid key.
        subtle().importKey('jwk', key as JsonWebKey, algorithm, false, ['verify']));
    return await subtle().verify(algorithm, publicKey, signature, encode(signed));
  } catch {
    // The key is invalid, or not for this algorithm.
    return false;
  }
}
