import { ValidationError } from '../client/errors/errors.js';
import { readOwn } from '../client/params/values.js';
import { below, describeIssues } from '../client/validation/describe-issues.js';
import type { Validator } from '../validators/check/validator.js';
import type { UnwrapWebhook } from '../webhooks/unwrap-webhook.js';
import { WebhookError } from '../webhooks/webhook-error.js';
import { decodeWire } from './convert-value.js';
import { parseExact } from './exact-json.js';
import type { WireParts } from '../operation-wire.js';
import type { WirePart } from '../wire-schema.js';

/** Makes the decoder of a header of a response (`OperationHeader.decode`); it throws a `ValidationError` where it cannot decode. */
export function headerDecoder(operation: string, name: string, part: WirePart): (value: unknown) => unknown {
  return (value) => {
    const outcome = decodeWire(part, value);
    if (!outcome.issues) return outcome.value;
    const issues = below(outcome.issues, name);
    const message = `the response has a header that cannot be converted: ${describeIssues(issues)}`;
    throw new ValidationError(operation, message, { side: 'response', issues, requestMayHaveBeenProcessed: true });
  };
}

/**
 * Makes a validator of values on the wire that decodes them, as Standard Schema does: its output are the values of callers. A value
 * that cannot be decoded is an issue; the output has no JSON Schema.
 */
export function decodingValidator<Wire, Domain>(validator: Validator<Wire>, part: WirePart): Validator<Wire, Domain> {
  const { '~standard': standard } = validator;
  const { types: _types, jsonSchema, ...properties } = standard;
  return {
    ...validator,
    '~standard': {
      ...properties,
      validate: (value) => {
        const found = standard.validate(value);
        if (found.issues) return found;
        const decoded = decodeWire(part, found.value);
        // The plan was made from the same schema as the type.
        return decoded.issues ? decoded : { value: decoded.value as Domain };
      },
      jsonSchema: {
        ...jsonSchema,
        output: () => {
          throw new TypeError('the output has values that no JSON Schema describes; ask for that of the input');
        },
      },
    },
  };
}

/** Decodes the bodies of webhooks, by name, after they are verified and validated. */
export function decodingUnwrap<Bodies>(unwrap: UnwrapWebhook<Bodies>, parts: WireParts): UnwrapWebhook<Bodies> {
  const decode = async (...args: Parameters<typeof unwrap>): Promise<object> => {
    const found = await unwrap(...args);
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
