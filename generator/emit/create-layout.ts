import type { Api, Operation } from '../api/api.js';
import { camelCase } from '../api/naming/names.js';
import type { Layout } from './layout.js';
import type { CodeSymbol } from './source-file.js';

/**
 * Decides the module of everything that is generated: one file a resource in each folder, the same name in each. No count
 * decides anything, so that whatever is added changes no file of another resource, and moves nothing.
 */
export function createLayout(api: Api): Layout {
  const models = new Map(api.models.map((model) => [model.id, model]));
  return {
    model: ({ name, module }) => ({ name, module: `models/${module}` }),
    modelById: (id) => models.get(id),
    validator: ({ name, module }) => ({ name, module: `validators/${module}` }),
    operationValidator: ({ name, module }, of) => ({ name: `${name}${of}`, module: `validators/${module}` }),
    ...operationLayout(api),
    method: ({ name, module }) => ({ name, module: `client/${module}` }),
    resource: ({ typeName, module }) => ({ name: `${typeName}Resource`, module: `client/${module}` }),
    plans: (module) => ({ name: `${camelCase(module, 'resource')}Plans`, module: `mocks/${module}` }),
    controls: ({ typeName, module }) => ({ name: `${typeName}GroupControls`, module: `mocks/${module}` }),
  };
}

type OfOperations =
  | 'descriptor'
  | 'params'
  | 'result'
  | 'part'
  | 'defaultPart'
  | 'partResult'
  | 'item'
  | 'errors'
  | 'headers'
  | 'reportRow'
  | 'reportKeys'
  | 'reason'
  | 'commonReason';

/** Where the types of operations and their descriptors live. */
function operationLayout({ errors }: Api): Pick<Layout, OfOperations> {
  const common = errors?.reasons && { name: errors.typeName, module: 'operations/service' };
  const typeOf = (operation: Operation, suffix: string): CodeSymbol => ({
    name: `${operation.typeName}${suffix}`,
    module: `operations/${operation.module}`,
  });
  return {
    descriptor: ({ name, module }) => ({ name: `${name}Operation`, module: `operations/${module}` }),
    params: (operation) => typeOf(operation, 'Params'),
    result: (operation) => typeOf(operation, 'Response'),
    part: (operation) => typeOf(operation, 'Part'),
    defaultPart: (operation) => typeOf(operation, 'DefaultPart'),
    partResult: (operation) => typeOf(operation, 'Result'),
    item: (operation) => typeOf(operation, 'StreamItem'),
    errors: (operation) => typeOf(operation, 'Errors'),
    headers: (operation) => typeOf(operation, 'Headers'),
    reportRow: (operation) => typeOf(operation, 'Row'),
    reportKeys: ({ module }, { typeName }) => ({ name: typeName, module: `operations/${module}` }),
    reason: (operation) => (operation.reasons === undefined ? common : typeOf(operation, 'Reason')),
    commonReason: () => common,
  };
}
