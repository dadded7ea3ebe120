import {
  cryptoParameters,
  standardWebhooks,
  type WebhookAlgorithm,
  type WebhookScheme,
} from '@speccast/runtime/webhooks';
import { base64 } from '@speccast/runtime/requests';
import { writePem } from '../../values/hashes.js';
import { numbersFrom } from '../../values/ids.js';

/** The key that webhooks are signed with, and the one that verifies them. */
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

  /** Returns the keys for a scheme: those of the options, a secret that follows from the seed, or a pair that is made once. */
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
  const { subtle } = crypto;
  const publicExponent = Uint8Array.of(1, 0, 1);
  // Each algorithm ignores the parameters of others.
  const parameters = { ...cryptoParameters(algorithm), modulusLength: 2048, publicExponent };
  // Keys that sign come in pairs.
  const pair = (await subtle.generateKey(parameters, true, ['sign', 'verify'])) as CryptoKeyPair;
  const secret = await writePem(pair.privateKey, 'pkcs8');
  if (algorithm !== 'ed25519') return { secret, verify: await writePem(pair.publicKey, 'spki') };
  // As Standard Webhooks writes it, which each verifier reads.
  return { secret, verify: `whpk_${base64(new Uint8Array(await subtle.exportKey('raw', pair.publicKey)))}` };
}
