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

/** Creates the decoder of a header of a response (`OperationHeader.decode`). It throws a `ValidationError` if it cannot decode. */
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
 * Creates a validator whose Standard Schema output is decoded: `date-time` strings become `Date`s. A value that cannot be decoded is an
 * issue. There is no JSON Schema of the output: `jsonSchema.output()` throws.
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
        // `as`: Domain and `part` were generated from the same schema.
        return decoded.issues ? decoded : { value: decoded.value as Domain };
      },
      jsonSchema: {
        ...jsonSchema,
        output: () => {
          throw new TypeError('JSON Schema cannot describe the decoded output: call `jsonSchema.input()`');
        },
      },
    },
  };
}

/** Returns an `unwrap` function that also decodes the verified and validated bodies of webhooks; `parts` has their schemas by name. */
export function decodingUnwrap<Bodies>(unwrap: UnwrapWebhook<Bodies>, parts: WireParts): UnwrapWebhook<Bodies> {
  const decode = async (...args: Parameters<typeof unwrap>): Promise<object> => {
    const found = await unwrap(...args);
    const { name, body, raw } = found;
    const part = readOwn(parts, String(name));
    if (!part || body === undefined) return found;
    // Parsed again from its bytes, because `body` has lost digits of long numbers.
    const outcome = decodeWire(part, parseExact(new TextDecoder().decode(raw)));
    if (outcome.issues) throw new WebhookError('invalidBody', String(name), outcome.issues);
    return { ...found, body: outcome.value };
  };
  // `as`: Bodies and `parts` were generated from the same schemas.
  return decode as UnwrapWebhook<Bodies>;
}
