import { readOwn } from '../client/params/values.js';
import { WebhookError } from '../webhooks/webhook-error.js';
import type { UnwrapWebhook } from '../webhooks/unwrap-webhook.js';
import { decodeWire } from './convert-value.js';
import { parseExact } from './exact-json.js';
import type { WirePart } from './wire-schema.js';

/** Decodes the bodies of webhooks, by name, after they are verified and validated. */
export function decodingUnwrap<Bodies>(
  unwrap: UnwrapWebhook<Bodies>,
  parts: Readonly<Record<string, WirePart>>,
): UnwrapWebhook<Bodies> {
  const decode = async (...given: Parameters<typeof unwrap>): Promise<object> => {
    const found = await unwrap(...given);
    const { name, body, raw } = found;
    const part = readOwn(parts, String(name));
    if (!part || body === undefined) return found;
    // The body is JSON, as it was read once; only its bytes hold the digits of numbers that a double cannot hold.
    const outcome = decodeWire(part, parseExact(new TextDecoder().decode(raw)));
    if (outcome.issues) throw new WebhookError('invalidBody', String(name), outcome.issues);
    return { ...found, body: outcome.value };
  };
  // The parts were made from the same schemas as the types of the bodies.
  return decode as UnwrapWebhook<Bodies>;
}
