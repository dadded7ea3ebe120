import { ValidationError } from '../client/errors/errors.js';
import { below, describeIssues } from '../client/validation/describe-issues.js';
import { decodeWire } from './convert-value.js';
import type { WirePart } from './wire-schema.js';

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
