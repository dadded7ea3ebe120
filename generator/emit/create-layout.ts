import type { Api, Model, Operation, OperationGroup } from '../api/api.js';
import { kebabCase } from '../api/names.js';
import { reservedModules } from '../api/reserved-names.js';
import { countJsonLines, countModelLines, countSchemas, countValidatorLines } from './code/count-lines.js';
import { countOperationLines } from './code/count-operation-lines.js';
import { groupBy } from './code/group-by.js';
import { operationObject } from './code/operation-object.js';
import type { Layout } from './layout.js';
import type { CodeSymbol } from './source-file.js';

/** Files stay below the 400 lines of the house rules, with room for imports and for what the printer wraps. */
const mostLines = 350;

/**
 * Decides the module of everything that is generated. One file a resource in each folder; where that would make too
 * long a file, the models move to one file each: `models/shared/playlist`. Operations of a resource share a file, and
 * so do its methods: a reader looks for a resource. Only where their types, their validators, or what the document says
 * about them would still make too long a file, these move to one file an operation: `validators/videos/videos-insert`.
 * Each folder and resource decides for itself, so that whatever is added changes no file of another resource.
 */
export function createLayout(api: Api): Layout {
  const models = new Map(api.models.map((model) => [model.id, model]));
  const types = modulesOf({ api, folder: 'models', lines: countModelLines });
  const validators = modulesOf({
    api,
    folder: 'validators',
    lines: (model) => 14 + 6 * countSchemas(model.schema),
    operationLines: (operation) => countValidatorLines(api, operation),
  });
  const spec = modulesOf({
    api,
    folder: 'spec',
    lines: (model) => 3 + 5 * countSchemas(model.schema),
    operationLines: (operation) => countJsonLines(operationObject(api, operation)),
  });
  const operations = modulesOf({
    api: { ...api, models: [] },
    folder: 'operations',
    lines: () => 0,
    operationLines: (operation) => countOperationLines(api, operation),
  });
  return {
    model: (model) => ({ name: model.name, module: types.model(model) }),
    modelById: (id) => models.get(id),
    validator: (model) => ({ name: model.name, module: validators.model(model) }),
    schema: (model) => ({ name: `${model.name}Schema`, module: spec.model(model) }),
    operationValidator: (operation, of) => ({
      name: `${operation.name}${of}`,
      module: validators.operation(operation),
    }),
    operationObject: (operation) => ({ name: `${operation.name}Object`, module: spec.operation(operation) }),
    ...operationLayout(api, operations.operation),
    method: (operation) => ({ name: operation.name, module: `client/${operation.module}` }),
    resource: (group: OperationGroup) => ({ name: `${group.typeName}Resource`, module: `client/${group.module}` }),
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
function operationLayout({ errors }: Api, moduleOf: Modules['operation']): Pick<Layout, OfOperations> {
  const common = errors?.reasons && { name: errors.typeName, module: 'operations/service' };
  const typeOf = (operation: Operation, suffix: string): CodeSymbol => ({
    name: `${operation.typeName}${suffix}`,
    module: moduleOf(operation),
  });
  return {
    descriptor: (operation) => ({ name: `${operation.name}Operation`, module: moduleOf(operation) }),
    params: (operation) => typeOf(operation, 'Params'),
    result: (operation) => typeOf(operation, 'Response'),
    part: (operation) => typeOf(operation, 'Part'),
    defaultPart: (operation) => typeOf(operation, 'DefaultPart'),
    partResult: (operation) => typeOf(operation, 'Result'),
    item: (operation) => typeOf(operation, 'StreamItem'),
    errors: (operation) => typeOf(operation, 'Errors'),
    headers: (operation) => typeOf(operation, 'Headers'),
    reportRow: (operation) => typeOf(operation, 'Row'),
    reportKeys: (operation, { typeName }) => ({ name: typeName, module: moduleOf(operation) }),
    reason: (operation) => (operation.reasons === undefined ? common : typeOf(operation, 'Reason')),
    commonReason: () => common,
  };
}

interface Folder {
  readonly api: Api;
  readonly folder: 'models' | 'operations' | 'validators' | 'spec';
  /** About how many lines a model takes in a file of this folder. */
  readonly lines: (model: Model) => number;
  /** About how many lines an operation takes there; absent where operations stand elsewhere. */
  readonly operationLines?: (operation: Operation) => number;
}

/** The module of each model, and of each operation, in one folder. */
interface Modules {
  readonly model: (model: Model) => string;
  readonly operation: (operation: Operation) => string;
}

function modulesOf(folder: Folder): Modules {
  const { api } = folder;
  const models = groupBy(api.models, (model) => model.module);
  const operations = groupBy(api.operations, (operation) => operation.module);
  const modules = new Map<Model | Operation, string>();
  for (const module of new Set([...models.keys(), ...operations.keys()]))
    for (const [one, stem] of stemsIn(folder, models.get(module) ?? [], operations.get(module) ?? []))
      modules.set(one, join(folder.folder, module, stem));
  const moduleOf = (one: Model | Operation): string => modules.get(one) ?? join(folder.folder, one.module);
  return { model: moduleOf, operation: moduleOf };
}

/** Stems of the files of those models and operations of a resource that get one of their own. */
function stemsIn(
  { lines, operationLines = () => 0 }: Folder,
  models: readonly Model[],
  operations: readonly Operation[],
): ReadonlyMap<Model | Operation, string> {
  const further = countUpTo(mostLines, operations, operationLines);
  const mayBeSplit = models.length > 1 || further > 0;
  const isSplit = mayBeSplit && further + countUpTo(mostLines - further, models, lines) > mostLines;
  return uniqueStems([...(isSplit ? models : []), ...(further > mostLines ? operations : [])]);
}

/** The sum of what is counted; some larger number than the limit where it is exceeded, which little counting may show. */
function countUpTo<One>(limit: number, all: readonly One[], count: (one: One) => number): number {
  let sum = 0;
  for (const one of all) {
    if (sum > limit) break;
    sum += count(one);
  }
  return sum;
}

function join(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join('/');
}

/** File stems that differ on file systems that fold case, too. */
function uniqueStems(all: readonly (Model | Operation)[]): ReadonlyMap<Model | Operation, string> {
  const taken = new Set(reservedModules);
  const stems = new Map<Model | Operation, string>();
  for (const one of all) {
    const stem = freeStem(kebabCase(one.name, 'model'), taken);
    taken.add(stem);
    stems.set(one, stem);
  }
  return stems;
}

function freeStem(stem: string, taken: ReadonlySet<string>): string {
  if (!taken.has(stem)) return stem;
  for (let number = 2; ; number++) {
    if (!taken.has(`${stem}-${number}`)) return `${stem}-${number}`;
  }
}
