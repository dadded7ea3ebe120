import type { Operation } from '../../api/api.js';
import type { JsonObject } from '../../spec/read/json.js';
import type { Templates } from '../code/templates/templates.js';
import type { EmitContext } from '../emit-context.js';
import type { ResourceValue } from './behaviour-value.js';

/** What the parts of this emitter share. */
export interface MockTools extends EmitContext {
  readonly templates: Templates;
  readonly resources: readonly ResourceValue[];
  /** Declared behaviour, or what its place in the API suggests. */
  readonly behaviourOf: (operation: Operation) => JsonObject;
  /** Some operations can only be answered by samples of their schemas. */
  readonly sampled: boolean;
}
