import type { Api, Operation } from '../../api/api.js';
import { hasOwnErrors, operationErrors } from '../../api/operations/error-bodies.js';
import type { Imports } from '../code/imports.js';
import { interfaceStructure } from '../code/structures.js';
import { typeNames } from '../code/type-names.js';
import { printShape } from '../code/types.js';
import type { Layout } from '../layout.js';
import type { Statement } from '../source-file.js';

/** The bodies of the refusals of an operation, by status; nothing where all operations have the same ones. */
export function errorTypes(
  operation: Operation,
  imports: Imports,
  { api, layout }: { readonly api: Api; readonly layout: Layout },
): readonly Statement[] {
  if (!hasOwnErrors(api, operation)) return [];
  const names = typeNames(layout, imports, 'response');
  return [
    interfaceStructure({
      name: layout.errors(operation).name,
      docs: [`What \`${operation.id}\` answers where it refuses, by status.`],
      properties: operationErrors(operation).map(({ status, shape }) => ({
        name: status,
        required: true,
        type: printShape(shape, names),
        docs: [],
      })),
    }),
  ];
}
