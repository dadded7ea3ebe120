import type { OperationGroup } from '../../api/api.js';
import { Imports } from '../code/imports.js';
import { exportStructures } from '../code/structures.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';
import { clientSymbol, createSymbol } from './emit-client-file.js';
import type { ClientTools } from './emit-resource.js';
import { publicTypes, publicValues } from './runtime-symbols.js';

/**
 * Emits `index.ts`, the entry of the package: client, errors, credentials, and all types by name. Where a model has
 * the name of something of ours, the model gets an alias: `ApiErrorModel`.
 */
export function emitIndex(tools: ClientTools): SourceFile {
  const exports = new Imports('index');
  for (const symbol of [createSymbol(tools.api), clientSymbol(tools.api), ...publicValues]) exports.use(symbol);
  for (const symbol of [...publicTypes, ...generatedTypes(tools)]) exports.useType(symbol);
  return { kind: 'source', path: 'src/index.ts', imports: [], body: [...exportStructures(exports.lines())] };
}

function generatedTypes({ api, layout }: ClientTools): readonly CodeSymbol[] {
  const models = api.models.flatMap((model) => {
    const symbol = layout.model(model);
    return model.input === undefined ? [symbol] : [symbol, { ...symbol, name: model.input.name }];
  });
  const operations = api.operations.flatMap((operation) => [layout.params(operation), layout.result(operation)]);
  return [...models, ...operations, ...api.groups.flatMap(classesOf(layout.resource))];
}

function classesOf(resource: (group: OperationGroup) => CodeSymbol): (group: OperationGroup) => readonly CodeSymbol[] {
  const below = (group: OperationGroup): readonly CodeSymbol[] => [resource(group), ...group.groups.flatMap(below)];
  return below;
}
