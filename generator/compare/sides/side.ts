import type { Api, Model, Operation } from '../../api/api.js';
import type { Schema } from '../../api/types/schema.js';
import type { Shape } from '../../api/types/shape.js';
import type { ChangeDirection } from '../changes/change.js';
import { inNew, tellAt } from './finding.js';
import type { Both, Finding, Location, Tell } from './finding.js';
import type { RenameRule } from './pairs.js';
import type { Position } from '../../diagnostics.js';
import { locateSteps, seenFrom } from '../../spec/references/locate-pointer.js';
import type { SpecDocument } from '../../spec/spec-document.js';

/** One of the two descriptions, with maps that find its schemas and models. */
export interface Side {
  readonly api: Api;
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly models: ReadonlyMap<string, Model>;
  readonly modelNames: ReadonlySet<string>;
  readonly modelSchemas: ReadonlySet<Schema>;
  /** Cache of fingerprints of types. */
  readonly typeKeys: Map<Shape, string>;
  /** Finds positions that are not in the description. */
  readonly locate: Locate;
}

/** Creates the maps of a description. */
export function openSide(api: Api, locate: Locate = () => undefined): Side {
  return {
    api,
    schemas: new Map(Object.entries(api.schemas)),
    models: new Map(api.models.map((model) => [model.id, model])),
    modelNames: new Set(api.models.map(({ name }) => name)),
    modelSchemas: new Set(api.models.map(({ schema }) => schema)),
    typeKeys: new Map(),
    locate,
  };
}

/** Returns the exported name of the schema with an id. */
export function findExportedName({ models }: Side, id: string): string {
  return models.get(id)?.name ?? id;
}

/** Two schemas to compare, and their address. */
export interface SchemaBoth extends Both<Schema> {
  readonly subject: string;
}

/** A property or a model. */
export interface NamedSchema {
  readonly name: string;
  readonly schema: Schema;
}

/** One comparison of two schemas: the direction of their values, and functions that collect findings and compare further schemas. */
export interface SchemaWalk {
  readonly sides: Both<Side>;
  /** Recognizes properties under new names. */
  readonly renames: RenameRule<NamedSchema>;
  readonly direction: ChangeDirection;
  readonly report: (finding: Finding) => void;
  /** Adds two schemas that are compared later, once for all references to them. */
  readonly follow: (pair: SchemaBoth) => void;
  /** Compares two schemas inside of these. */
  readonly compare: (pair: SchemaBoth) => void;
}

/** Creates a `Tell` for the newer one of two schemas. */
export function tellNew({ report }: Pick<SchemaWalk, 'report'>, { after, subject }: SchemaBoth): Tell {
  return tellAt(report, { subject, ...inNew(after) });
}

/** Finds the position of the value at the end of some keys of a document; `undefined` without a value. */
export type Locate = (steps: readonly (string | number)[]) => Position | undefined;

/** Finds positions in a document that was read; references on the way are followed. */
export function createLocate(document: SpecDocument): Locate {
  const { file, root, positions } = document;
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  return (steps) => {
    const { at = positions.of(root), isWhole } = locateSteps(document, root, steps);
    return isWhole ? { ...at, file: `${folder}${seenFrom(file, at.file)}` } : undefined;
  };
}

/** Returns the position of the value at the end of some keys, or else that of the whole document. */
export function locationAt(
  sides: Both<Side>,
  steps: readonly (string | number)[],
  side: Location['side'] = 'new',
): Location {
  const { api, locate } = side === 'new' ? sides.after : sides.before;
  const file = api.operations[0]?.at.file ?? api.models[0]?.schema.at.file ?? '';
  return { at: locate(steps) ?? locate([]) ?? { file, line: 1, column: 1 }, side };
}

/** Returns the keys of the path to an operation in its document. */
export function stepsTo({ method, path }: Pick<Operation, 'method' | 'path'>): readonly string[] {
  return ['paths', path, method.toLowerCase()];
}
