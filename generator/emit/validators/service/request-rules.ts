import type { Api, Operation } from '../../../api/api.js';
import { entriesOf, objectOf } from '../../../api/extension-values.js';
import { isJsonObject, type Json, type JsonObject } from '../../../spec/read/json.js';
import type { OperationPartName } from '../../code/operations/operation-parts.js';
import { partPointer } from './part-pointer.js';

/** What a validator checks beside its schema (`RequestRules` of the runtime), and the pointer of that in the document. */
export interface StatedRules {
  readonly value: JsonObject;
  readonly pointer: string;
}

/** The rules between the parameters of an operation (`x-parameter-rules`), by the names that they have in its params. */
export function requestRules(api: Api, operation: Operation, of: OperationPartName): StatedRules | undefined {
  const names = new Map(operation.parameters.map(({ name, property }) => [name, property]));
  const rename = (name: string): string => names.get(name) ?? name;
  const read = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(read);
    // `{ type: 'video' }` is a value of `type`.
    if (isJsonObject(value)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [rename(key), one]));
    return typeof value === 'string' ? rename(value) : value;
  };
  const rules = entriesOf(of === 'Parameters' ? operation.extensions['x-parameter-rules'] : undefined).flatMap(
    ([keyword, stated]): [string, Json][] => {
      if (keyword === 'token') return [];
      const value = Array.isArray(stated)
        ? read(stated)
        : Object.fromEntries(Object.entries(objectOf(stated)).map(([key, one]) => [rename(key), read(one)]));
      return [[keyword, value]];
    },
  );
  const pointer = partPointer(api.document, operation, of).replace(/parameters$/, 'x-parameter-rules');
  return rules.length === 0 ? undefined : { value: Object.fromEntries(rules), pointer };
}
