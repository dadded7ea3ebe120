import { standardWebhooks, type WebhookAlgorithm, type WebhookScheme } from '@speccast/runtime/webhooks';
import { base64 } from '@speccast/runtime/requests';
import { writePem } from '../../values/pem.js';
import { numbersFrom } from '../../values/ids.js';

/** What is signed with, and what verifies that. */
interface KeyPair {
  readonly secret: string | readonly string[];
  /** Undefined where only the owner of the key knows it. */
  readonly verify: string | undefined;
}

/** The keys that an emulator signs webhooks with, where subscriptions have none of their own. */
export class WebhookKeys {
  readonly #seed: number;
  readonly #stated: string | readonly string[] | undefined;
  readonly #made = new Map<WebhookAlgorithm, Promise<KeyPair>>();

  constructor(seed: number, stated: string | readonly string[] | undefined) {
    this.#seed = seed;
    this.#stated = stated;
  }

  /** The keys for a scheme: those of the options, a secret that follows from the seed, or a pair that is made once. */
  async pairFor({ algorithm = 'hmac-sha256' }: WebhookScheme = standardWebhooks): Promise<KeyPair> {
    const isShared = algorithm.startsWith('hmac');
    if (this.#stated !== undefined)
      return { secret: this.#stated, verify: isShared ? [this.#stated].flat()[0] : undefined };
    const next = numbersFrom(`${this.#seed} webhooks`);
    const secret = `whsec_${base64(Uint8Array.from({ length: 24 }, () => next()))}`;
    if (isShared) return { secret, verify: secret };
    const pair = this.#made.get(algorithm) ?? generate(algorithm);
    this.#made.set(algorithm, pair);
    return pair;
  }
}

async function generate(algorithm: WebhookAlgorithm): Promise<KeyPair> {
  const pair = await generateKeys(algorithm);
  const [secret, verify] = await Promise.all([writePem(pair.privateKey, 'pkcs8'), publicKeyOf(pair, algorithm)]);
  return { secret, verify };
}

/** As PEM; of Ed25519 as Standard Webhooks writes it, which each verifier reads. */
async function publicKeyOf({ publicKey }: CryptoKeyPair, algorithm: WebhookAlgorithm): Promise<string> {
  if (algorithm !== 'ed25519') return writePem(publicKey, 'spki');
  const bytes = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
  return `whpk_${btoa(String.fromCharCode(...bytes))}`;
}

async function generateKeys(algorithm: WebhookAlgorithm): Promise<CryptoKeyPair> {
  const { subtle } = crypto;
  // One that signs is a pair.
  if (algorithm === 'ed25519') return (await subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
  if (algorithm === 'ecdsa-sha256')
    return subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const name = algorithm === 'rsa-sha256' ? 'RSASSA-PKCS1-v1_5' : 'RSA-PSS';
  const size = { modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1), hash: 'SHA-256' };
  return subtle.generateKey({ name, ...size }, true, ['sign', 'verify']);
}
