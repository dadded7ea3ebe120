import { expandPath, writeAnyBody, writeHeader } from '@speccast/runtime';
import type { JsonObject, Operation, Service } from '@speccast/runtime';
import type { ToolPackage } from '@speccast/runtime/tools';
import { readRows } from '../../rows.js';

const { data } = readRows(import.meta.url);

/** The package of pets in `pet-tools.yaml`. */
export const petTools: ToolPackage = {
  name: '@acme/pet-store',
  command: 'pet-store',
  service: data<Service>('service'),
  operations: Object.fromEntries(
    Object.entries(data<Readonly<Record<string, Operation<never, unknown>>>>('operations')).map(([name, operation]) => [
      name,
      { ...operation, expandPath, writeBody: writeAnyBody, writers: { header: writeHeader } },
    ]),
  ),
  document: data<JsonObject>('document'),
};
