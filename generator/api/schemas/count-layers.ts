import type { Layer, Operation } from '../api.js';
import type { Lowering } from '../lowering.js';

/** The files in which the things of one kind stand, one entry each. */
type Files = readonly string[];

/** What is counted, by the file each thing stands in. */
type Counted = Readonly<Record<Exclude<keyof Layer, 'kind'>, Files>>;

/**
 * Counts what the spec states itself and what its overlays add, by the file in which each thing stands: an operation
 * that an overlay adds to is the spec's, what it gains is the overlay's. Only to be asked when all schemas are lowered.
 */
export function countLayers(
  lowering: Lowering,
  operations: readonly Pick<Operation, 'at' | 'parameters'>[],
): readonly Layer[] {
  const overlays = new Set(lowering.document.overlays);
  const counted = countFiles(lowering, operations);
  const spec = layerOf('spec', counted, (file) => !overlays.has(file));
  return overlays.size === 0 ? [spec] : [spec, layerOf('overlays', counted, (file) => overlays.has(file))];
}

function layerOf(kind: Layer['kind'], counted: Counted, isOwn: (file: string) => boolean): Layer {
  const count = (files: Files): number => files.filter(isOwn).length;
  return {
    kind,
    operations: count(counted.operations),
    parameters: count(counted.parameters),
    schemas: count(counted.schemas),
    properties: count(counted.properties),
    enumValues: count(counted.enumValues),
  };
}

function countFiles(lowering: Lowering, operations: readonly Pick<Operation, 'at' | 'parameters'>[]): Counted {
  const nodes = [...lowering.known.keys()];
  return {
    operations: operations.map(({ at }) => at.file),
    parameters: operations.flatMap(({ parameters }) => parameters.map(({ at }) => at.file)),
    schemas: keyFiles(lowering, lowering.root.components?.schemas),
    properties: nodes.flatMap(({ properties }) => keyFiles(lowering, properties)),
    enumValues: nodes.flatMap(({ enum: values }) => keyFiles(lowering, values)),
  };
}

/** Files of the keys of an object, or of the items of a list. */
function keyFiles({ document: { positions } }: Lowering, value: object = []): Files {
  return Object.keys(value).map((key) => positions.fileOfKey(value, key));
}
