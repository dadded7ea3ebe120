import type { JsonObject } from '../../json.js';
import type { OperationContent, ValueTypes } from '../../operation.js';
import { decodeFields } from '../../parameters/decode-fields.js';
import type { QueryPair } from '../../parameters/query.js';
import { HttpError } from '../errors/http-error.js';
import { parseExactly, withIntegers } from '../values/exact-integers.js';

/** Reads the fields of a form by the types of its schema, with all digits of its integers. Rejects (400) invalid fields. */
export function readFields(pairs: readonly QueryPair[], content: OperationContent, types: ValueTypes): JsonObject {
  const { value, issues } = decodeFields(pairs, content, types, parseExactly);
  const [issue] = issues;
  // An object stays one.
  if (issue === undefined) return withIntegers(value, types) as JsonObject;
  const location = issue.path.join('.');
  const message = `The field ${location} ${issue.message}.`;
  throw new HttpError(400, 'invalidValue', message, { location, locationType: 'body' });
}
