import type { Model, Operation } from '../api.js';
import type { ApiNames } from '../naming/name-api.js';
import type { Shape } from '../types/shape.js';
import { innerShapes } from './inner-shapes.js';

/** Models and operations, with the names of the types that they have on the wire beside those that callers have. */
interface Named {
  readonly models: readonly Model[];
  readonly operations: readonly Operation[];
}

/** Gives names for the wire to models and params of which callers have another type, such as a `Date` in place of a string. */
export function nameWires(models: readonly Model[], operations: readonly Operation[], wires: ApiNames['wires']): Named {
  const differing = findDiffering(models);
  const differs = (shape: Shape): boolean => reaches(shape, (id) => differing.inputs.has(id));
  const isConverted = (operation: Operation): boolean =>
    operation.parameters.some((one) => one.callersName !== undefined) ||
    [...operation.parameters, ...(operation.body?.contents ?? []), operation.body?.media?.metadata].some(
      (one) => one !== undefined && differs(one.shape),
    );
  if (differing.models.size + differing.inputs.size === 0 && !operations.some(isConverted))
    return { models, operations };
  const named = models.map((model) => nameModel(model, differing, wires));
  return {
    models: named,
    operations: operations.map((operation) =>
      isConverted(operation) ? { ...operation, paramsWire: wires.get(`${operation.typeName}Params`) ?? '' } : operation,
    ),
  };
}

/** Ids of models of which callers have another type than the wire: as they are received, and as they are sent. */
interface Differing {
  readonly models: ReadonlySet<string>;
  readonly inputs: ReadonlySet<string>;
}

function findDiffering(models: readonly Model[]): Differing {
  const [received, given] = [new Set<string>(), new Set<string>()];
  const isReceived = (id: string): boolean => received.has(id);
  const isGiven = (id: string): boolean => given.has(id);
  for (let count = -1; count !== received.size + given.size;) {
    count = received.size + given.size;
    for (const { id, shape, input } of models) {
      if (!received.has(id) && reaches(shape, isReceived)) received.add(id);
      if (!given.has(id) && (input === undefined ? isReceived(id) : reaches(input.shape, isGiven))) given.add(id);
    }
  }
  return { models: received, inputs: given };
}

function nameModel(model: Model, { models, inputs }: Differing, wires: ApiNames['wires']): Model {
  const { id, name, input } = model;
  const isInput = input !== undefined && inputs.has(id);
  return {
    ...model,
    ...(models.has(id) && { wire: wires.get(name) ?? '' }),
    ...(isInput && { input: { ...input, wire: wires.get(input.name) ?? '' } }),
  };
}

/** Returns true if callers have another type of something in a shape, or of a model that it mentions. */
function reaches(shape: Shape, differs: (model: string) => boolean): boolean {
  if (shape.kind === 'coded') return true;
  if (shape.kind === 'object' && shape.members.some(({ callersName }) => callersName !== undefined)) return true;
  // What stays as it is on the wire has a name of its own only through the models that it mentions.
  if (shape.kind === 'reference') return differs(shape.model);
  return innerShapes(shape).some((one) => reaches(one, differs));
}

/**
 * Returns true if callers have another type of a shape than the wire; `modelOf` gives the name on the wire of models that differ.
 */
export function differsOnWire(shape: Shape, modelOf: (id: string) => string | undefined): boolean {
  return reaches(shape, (id) => modelOf(id) !== undefined);
}
