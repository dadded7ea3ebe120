import type { Api, Operation } from '../../../api/api.js';
import { hasOwnErrors } from '../../../api/operations/responses.js';
import type { Layout, OperationTypeSuffix } from '../../layout.js';
import type { CodeSymbol } from '../../source-file.js';
import { reportSymbols } from '../report-parameters.js';
import { responseHeaders, isEither } from './operation-result.js';

/** The types that are generated for an operation, but for its own reasons. */
export function operationSymbols(api: Api, operation: Operation, layout: Layout): readonly CodeSymbol[] {
  const { parts } = operation;
  const suffixes: readonly OperationTypeSuffix[] = [
    'Params',
    'Response',
    ...(parts === undefined ? [] : (['Part', 'Result'] as const)),
    ...(parts === undefined || parts.default === 'body' ? [] : (['DefaultPart'] as const)),
    ...(isEither(operation) ? (['StreamItem'] as const) : []),
    ...(hasOwnErrors(api, operation) ? (['Errors'] as const) : []),
    ...(responseHeaders(operation).length > 0 ? (['Headers'] as const) : []),
  ];
  return [...suffixes.map((suffix) => layout.type(operation, suffix)), ...reportSymbols(operation, layout)];
}
