import type { Api, Operation } from '../../api/api.js';
import { hasOwnErrors, operationErrors } from '../../api/operations/responses.js';
import type { Imports } from '../code/syntax/imports.js';
import { aliasStructure, interfaceStructure } from '../code/syntax/structures.js';
import { memberProperty, printShape, typeNames } from '../code/syntax/types.js';
import type { Layout } from '../layout.js';
import type { Statement } from '../source-file.js';
import { responseHeaders } from '../code/operations/operation-result.js';
import { literal } from '../code/syntax/literals.js';

/** The error bodies of an operation, by status; nothing where all operations have the same ones. */
export function errorTypes(
  operation: Operation,
  imports: Imports,
  { api, layout }: { readonly api: Api; readonly layout: Layout },
): readonly Statement[] {
  if (!hasOwnErrors(api, operation)) return [];
  const names = typeNames(layout, imports, 'response');
  return [
    interfaceStructure({
      name: layout.type(operation, 'Errors').name,
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

/** The headers of a response, by their names in the spec. */
export function headerTypes(operation: Operation, imports: Imports, layout: Layout): readonly Statement[] {
  const headers = responseHeaders(operation);
  if (headers.length === 0) return [];
  const names = typeNames(layout, imports, 'response');
  return [
    interfaceStructure({
      name: layout.type(operation, 'Headers').name,
      docs: [`Headers of what \`${operation.id}\` answers.`],
      properties: headers.map((header) => memberProperty(header, names)),
    }),
  ];
}

/** The reasons that errors of an operation can carry: its own, and those of all operations. */
export function reasonType(operation: Operation, imports: Imports, layout: Layout): readonly Statement[] {
  const symbol = layout.reason(operation);
  if (operation.reasons === undefined || symbol === undefined) return [];
  const common = layout.commonReason();
  const type = [...operation.reasons.map(literal), ...(common === undefined ? [] : [imports.useType(common)])];
  const docs = [`Why \`${operation.id}\` may be refused.`];
  return [aliasStructure(symbol.name, type.join(' | '), docs)];
}

/** The reasons that errors of any operation can carry. */
export function commonReasonType({ errors }: Api): readonly Statement[] {
  if (errors?.reasons === undefined) return [];
  const type = errors.reasons.map(literal).join(' | ');
  return [aliasStructure(errors.typeName, type, ['Why any operation may be refused.'])];
}
