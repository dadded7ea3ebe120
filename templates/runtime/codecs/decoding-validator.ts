import type { Validator } from '../validators/check/validator.js';
import { decodeWire } from './convert-value.js';
import type { WirePart } from './wire-schema.js';

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
        input: jsonSchema.input,
        output: () => {
          throw new TypeError('the output has values that no JSON Schema describes; ask for that of the input');
        },
      },
    },
  };
}
