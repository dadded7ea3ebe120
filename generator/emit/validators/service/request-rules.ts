import type { Api, Operation } from '../../../api/api.js';
import { listStatedEntries, toObject } from '../../../api/tools/extension-values.js';
import { isJsonObject, type Json, type JsonObject } from '../../../spec/read/json.js';
import type { OperationPartName } from '../../code/operations/operation-parts.js';
import { partPointer } from './part-pointer.js';

/** The rules that a validator checks beside its schema (`RequestRules` of the runtime), and their pointer in the document. */
export interface StatedRules {
  readonly value: JsonObject;
  readonly pointer: string;
}

/**
 * The rules for the parameters of an operation (`x-parameter-rules`), by the names that they have in its params, or those for the
 * texts of its body (`x-body-rules`).
 */
export function requestRules(api: Api, operation: Operation, of: OperationPartName): StatedRules | undefined {
  const { extensions } = operation;
  const [name, value] =
    of === 'Parameters'
      ? (['x-parameter-rules', parameterRules(operation)] as const)
      : (['x-body-rules', of === 'Body' ? lengthRules(toObject(extensions['x-body-rules'])['lengths']) : {}] as const);
  if (Object.keys(value).length === 0) return undefined;
  return { value, pointer: partPointer(api.document, operation, 'Parameters').replace(/parameters$/, name) };
}

function parameterRules({ parameters, extensions }: Operation): JsonObject {
  const names = new Map(parameters.map(({ name, property }) => [name, property]));
  const rename = (name: string): string => names.get(name) ?? name;
  const read = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(read);
    // `{ type: 'video' }` is a value of `type`.
    if (isJsonObject(value)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [rename(key), one]));
    return typeof value === 'string' ? rename(value) : value;
  };
  const rules = listStatedEntries(extensions['x-parameter-rules']).filter(([keyword]) => keyword !== 'token');
  return Object.fromEntries(
    rules.map(([keyword, stated]) => [
      keyword,
      isJsonObject(stated)
        ? Object.fromEntries(Object.entries(stated).map(([key, one]) => [rename(key), read(one)]))
        : read(stated),
    ]),
  );
}

/** Reasons of errors are for the emulator alone. */
function lengthRules(stated: Json | undefined): JsonObject {
  const lengths = listStatedEntries(stated).map(([path, rule]): [string, Json] => [
    path,
    Object.fromEntries(listStatedEntries(rule).filter(([name]) => name !== 'reason')),
  ]);
  return lengths.length === 0 ? {} : { lengths: Object.fromEntries(lengths) };
}
