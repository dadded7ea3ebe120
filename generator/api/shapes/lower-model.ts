import type { Model } from '../api.js';
import { lastStep } from '../naming/ids.js';
import { lowerShape } from './lower-shape.js';
import type { ApiNames } from '../naming/name-api.js';
import { lowerNotes } from '../docs/notes.js';
import type { Direction, Schema } from '../schemas/schema.js';
import type { Usage } from '../schemas/usage.js';

/** File stem of the models that no single group has for itself. */
const SHARED = 'shared';

/** What the models of a document are made from. */
export interface ModelSource {
  /** Every schema with an id, in the order of the spec. */
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly names: ApiNames;
  readonly usage: Usage;
}

/** Every schema with an id as a model. */
export function lowerModels(source: ModelSource): readonly Model[] {
  return [...source.schemas].map(([id, schema]) => lowerModel(id, schema, source));
}

function lowerModel(id: string, schema: Schema, { schemas, names, usage }: ModelSource): Model {
  const name = names.models.get(id);
  if (name === undefined) throw new Error(`no name was made for ${id}`);
  const input = usage.inputs.has(id)
    ? { name: names.input(name), shape: lowerShape(schema, { direction: 'request', schemas, bytes: false }) }
    : undefined;
  return {
    id,
    specName: lastStep(id),
    name,
    module: usage.modules.get(id) ?? SHARED,
    schema,
    shape: lowerShape(schema, { direction: directionOf(id, usage), schemas, bytes: false }),
    ...(input !== undefined && { input }),
    doc: schema.doc,
    notes: lowerNotes(schema),
    extensions: schema.extensions ?? {},
  };
}

/** What is only ever sent has the shape of a request, with closed enums; all else has that of a response. */
function directionOf(id: string, { sent, received }: Usage): Direction {
  return sent.has(id) && !received.has(id) ? 'request' : 'response';
}
