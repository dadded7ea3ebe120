import { expandPath, writeAnyBody, writeHeader } from '@speccast/runtime';
import type { JsonObject, Operation, Service } from '@speccast/runtime';
import type { ToolPackage } from '@speccast/runtime/tools';
import { readRows } from '../../rows.js';

const { data } = readRows(import.meta.url);

/** An operation with the functions that its descriptor has. */
function describeOperation([name, operation]: readonly [string, Operation<never, unknown>]): readonly [
  string,
  Operation<never, unknown>,
] {
  return [name, { ...operation, expandPath, writeBody: writeAnyBody, writers: { header: writeHeader } }];
}

/** The package of pets in the file beside this one. */
export const petTools: ToolPackage = {
  name: '@acme/pet-store',
  command: 'pet-store',
  service: data<Service>('service'),
  operations: Object.fromEntries(
    Object.entries(data<Readonly<Record<string, Operation<never, unknown>>>>('operations')).map(describeOperation),
  ),
  document: data<JsonObject>('document'),
};
