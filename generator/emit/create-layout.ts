import type { Api, Model, Operation, OperationGroup } from '../api/api.js';
import { kebabCase } from '../api/names.js';
import { reservedModules } from '../api/reserved-names.js';
import { countModelLines, countSchemas } from './code/count-lines.js';
import { groupByModule } from './code/group-by-module.js';
import type { Layout } from './layout.js';
import type { CodeSymbol } from './source-file.js';

/** Files stay below the 400 lines of the house rules, with room for imports and for what the printer wraps. */
const mostLines = 350;

/**
 * Decides the module of everything that is generated. One file a resource in each folder; where the models of a
 * resource would make too long a file, that folder has one file a model instead: `models/shared/playlist`.
 * Operations of a resource always share a file, and so do its methods: a reader looks for a resource.
 */
export function createLayout(api: Api): Layout {
  const models = new Map(api.models.map((model) => [model.id, model]));
  const typeModule = modelModules({ api, folder: 'models', lines: countModelLines });
  const validatorModule = modelModules({
    api,
    folder: 'validators',
    lines: (model) => 14 + 6 * countSchemas(model.schema),
    further: (module) => 24 * api.operations.filter((operation) => operation.module === module).length,
  });
  const schemaModule = modelModules({ api, folder: 'spec', lines: (model) => 3 + 5 * countSchemas(model.schema) });
  return {
    model: (model) => ({ name: model.name, module: typeModule(model) }),
    modelById: (id) => models.get(id),
    validator: (model) => ({ name: model.name, module: validatorModule(model) }),
    schema: (model) => ({ name: `${model.name}Schema`, module: schemaModule(model) }),
    ...operationLayout,
  };
}

const operationLayout: Omit<Layout, 'model' | 'modelById' | 'validator' | 'schema'> = {
  descriptor: (operation) => ofOperation('operations', operation, `${operation.name}Operation`),
  params: (operation) => ofOperation('operations', operation, `${operation.typeName}Params`),
  result: (operation) => ofOperation('operations', operation, `${operation.typeName}Response`),
  part: (operation) => ofOperation('operations', operation, `${operation.typeName}Part`),
  defaultPart: (operation) => ofOperation('operations', operation, `${operation.typeName}DefaultPart`),
  partResult: (operation) => ofOperation('operations', operation, `${operation.typeName}Result`),
  method: (operation) => ofOperation('client', operation, operation.name),
  resource: (group: OperationGroup) => ({ name: `${group.typeName}Resource`, module: `client/${group.module}` }),
  operationValidator: (operation, of) => ofOperation('validators', operation, `${operation.name}${of}`),
};

function ofOperation(folder: string, operation: Operation, name: string): CodeSymbol {
  return { name, module: `${folder}/${operation.module}` };
}

interface Folder {
  readonly api: Api;
  readonly folder: 'models' | 'validators' | 'spec';
  /** About how many lines a model takes in a file of this folder. */
  readonly lines: (model: Model) => number;
  /** About how many lines stand in the file besides its models. */
  readonly further?: (module: string) => number;
}

/** Gives the module of each model in one folder. */
function modelModules({ api, folder, lines, further = () => 0 }: Folder): (model: Model) => string {
  const modules = new Map<Model, string>();
  for (const [module, models] of groupByModule(api.models, (model) => model.module)) {
    const split = models.length > 1 && models.reduce((sum, model) => sum + lines(model), further(module)) > mostLines;
    const stems = split ? uniqueStems(models) : undefined;
    for (const model of models) modules.set(model, join(folder, module, stems?.get(model)));
  }
  return (model) => modules.get(model) ?? join(folder, model.module);
}

function join(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join('/');
}

/** File stems that differ on file systems that fold case, too. */
function uniqueStems(models: readonly Model[]): ReadonlyMap<Model, string> {
  const taken = new Set(reservedModules);
  const stems = new Map<Model, string>();
  for (const model of models) {
    const stem = freeStem(kebabCase(model.name, 'model'), taken);
    taken.add(stem);
    stems.set(model, stem);
  }
  return stems;
}

function freeStem(stem: string, taken: ReadonlySet<string>): string {
  if (!taken.has(stem)) return stem;
  for (let number = 2; ; number++) {
    if (!taken.has(`${stem}-${number}`)) return `${stem}-${number}`;
  }
}
