import type { Layer, Operation } from '../api.js';
import type { Lowering } from '../lowering.js';

/** Files in which the things of one kind are, one entry each. */
type Files = readonly string[];

/**
 * Counts what the spec states itself and what its overlays add, by the file in which each thing is: an operation that an
 * overlay adds to is the spec's, what it gains is the overlay's. Only to be called when all schemas are lowered.
 */
export function countLayers(
  lowering: Lowering,
  operations: readonly Pick<Operation, 'at' | 'parameters'>[],
): readonly Layer[] {
  const overlays = new Set(lowering.document.overlays);
  const nodes = [...lowering.known.keys()];
  const layerOf = (kind: Layer['kind']): Layer => {
    const count = (files: Files): number => files.filter((file) => overlays.has(file) === (kind === 'overlays')).length;
    return {
      kind,
      operations: count(operations.map(({ at }) => at.file)),
      parameters: count(operations.flatMap(({ parameters }) => parameters.map(({ at }) => at.file))),
      schemas: count(keyFiles(lowering, lowering.root.components?.schemas)),
      properties: count(nodes.flatMap(({ properties }) => keyFiles(lowering, properties))),
      enumValues: count(nodes.flatMap(({ enum: values }) => keyFiles(lowering, values))),
    };
  };
  return overlays.size === 0 ? [layerOf('spec')] : [layerOf('spec'), layerOf('overlays')];
}

/** Files of the keys of an object, or of the items of a list. */
function keyFiles({ document: { positions } }: Lowering, value: object = []): Files {
  return Object.keys(value).map((key) => positions.fileOfKey(value, key));
}
