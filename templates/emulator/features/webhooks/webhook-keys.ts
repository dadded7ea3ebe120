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
  /** Undefined if the user passed a private key, whose public key is not known here. */
  readonly verify: string | undefined;
}

/**
 * Returns the keys of a signature scheme, for subscriptions without a secret of their own: those of the options, else a secret that is
 * derived from the seed, or, for asymmetric algorithms, a pair that is generated once. Default: the scheme of Standard Webhooks.
 */
export type FindKeys = (scheme?: WebhookScheme) => Promise<KeyPair>;

/** Creates the function that finds the keys of an emulator. */
export function createKeys(seed: number, stated: string | readonly string[] | undefined): FindKeys {
  const made = new Map<WebhookAlgorithm, Promise<KeyPair>>();
  return async ({ algorithm = 'hmac-sha256' } = standardWebhooks) => {
    const isShared = algorithm.startsWith('hmac');
    if (stated !== undefined) return { secret: stated, verify: isShared ? [stated].flat()[0] : undefined };
    const next = numbersFrom(`${seed} webhooks`);
    const secret = `whsec_${base64(Uint8Array.from({ length: 24 }, () => next()))}`;
    if (isShared) return { secret, verify: secret };
    const pair = made.get(algorithm) ?? generate(algorithm);
    made.set(algorithm, pair);
    return pair;
  };
}

async function generate(algorithm: WebhookAlgorithm): Promise<KeyPair> {
  const { subtle } = crypto;
  // Each algorithm ignores the parameters of others.
  const parameters = { ...cryptoParameters(algorithm), modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) };
  // `generateKey` returns a pair for algorithms that sign and verify.
  const pair = (await subtle.generateKey(parameters, true, ['sign', 'verify'])) as CryptoKeyPair;
  const secret = await writePem(pair.privateKey, 'pkcs8');
  if (algorithm !== 'ed25519') return { secret, verify: await writePem(pair.publicKey, 'spki') };
  // The format of Standard Webhooks, which all its verifiers read.
  return { secret, verify: `whpk_${base64(new Uint8Array(await subtle.exportKey('raw', pair.publicKey)))}` };
}
