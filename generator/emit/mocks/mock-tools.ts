import type { Api, Operation } from '../../api/api.js';
import type { JsonObject } from '../../spec/read/json.js';
import { groupBy } from '../code/syntax/order.js';
import type { Templates } from '../code/templates/templates.js';
import type { EmitContext } from '../emit-context.js';
import type { ResourceValue } from './behaviour-value.js';

/** Values of operations by module and then by the id of the operation; modules without any are not in it. */
export type ByModule = ReadonlyMap<string, JsonObject>;

/** What the parts of this emitter share. */
export interface MockTools extends EmitContext {
  readonly templates: Templates;
  readonly resources: readonly ResourceValue[];
  /** Declared behaviour, or what its position in the API suggests. */
  readonly behaviourOf: (operation: Operation) => JsonObject;
  /** Some operations can only return samples of their schemas. */
  readonly sampled: boolean;
  /** What the real service demands of operations. */
  readonly vendorRules: ByModule;
}

/** Sorts the values of operations by module. */
export function valuesByModule(api: Api, valueOf: (operation: Operation) => JsonObject | undefined): ByModule {
  const modules = groupBy(api.operations, ({ module }) => module);
  return new Map(
    [...modules].flatMap(([module, operations]): [string, JsonObject][] => {
      const entries = operations.flatMap((one): [string, JsonObject][] => {
        const value = valueOf(one);
        return value === undefined ? [] : [[one.id, value]];
      });
      return entries.length === 0 ? [] : [[module, Object.fromEntries(entries)]];
    }),
  );
}
