import type { JsonObject } from '../../spec/read/json.js';
import type { Operation } from '../api.js';
import type { ParameterDraft } from '../messages/lower-parameter.js';
import type { ResponseDraft } from '../messages/lower-response.js';

/** The facts of an operation that say whether it is a list. */
export interface ListDraft extends Pick<Operation, 'id' | 'method' | 'path'> {
  /** The operation as the spec has it. */
  readonly node: JsonObject;
  readonly parameters: readonly ParameterDraft[];
  readonly responses: readonly ResponseDraft[];
}
