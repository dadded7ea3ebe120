import { WebhookError } from '../webhooks/webhook-error.js';
import type { UnwrapWebhook } from '../webhooks/unwrap-webhook.js';
import { decodeWire } from './convert-value.js';
import { parseExact } from './exact-json.js';
import type { WirePart } from '../wire-schema.js';

/** Decodes the bodies of webhooks, by name, after they are verified and validated. */
export function decodingUnwrap<Bodies>(
  unwrap: UnwrapWebhook<Bodies>,
  parts: Readonly<Record<string, WirePart>>,
): UnwrapWebhook<Bodies> {
  const decode = async (...given: Parameters<typeof unwrap>): Promise<object> => {
    const found = await unwrap(...given);
    const { name, body, raw } = found;
    const part = typeof name === 'string' && Object.hasOwn(parts, name) ? parts[name] : undefined;
    if (part === undefined || body === undefined) return found;
    // The body was read once, so that it is JSON; numbers that a double cannot hold are in its bytes alone.
    const outcome = decodeWire(part, parseExact(new TextDecoder().decode(raw)));
    if (outcome.issues !== undefined) throw new WebhookError('invalidBody', String(name), outcome.issues);
    return { ...found, body: outcome.value };
  };
  // The parts were made from the same schemas as the types of the bodies.
  return decode as UnwrapWebhook<Bodies>;
}
