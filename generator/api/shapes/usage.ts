import type { Direction, Schema } from '../types/schema.js';
import type { Conversions } from '../conversions/conversions.js';
import { lowerShape } from './lower-shape.js';
import { listReferences } from '../schemas/walk-schema.js';
import { groupPairs, reachable } from '../../iterables.js';

/** The schemas that an operation sends and receives, and the file stem of its group. */
export interface SchemaUse {
  readonly module: string;
  readonly sent: readonly Schema[];
  readonly received: readonly Schema[];
}

/** The ways in which schemas with ids travel, and the groups that use them. */
export interface Usage {
  readonly sent: ReadonlySet<string>;
  readonly received: ReadonlySet<string>;
  /** Ids that travel both ways and look different in a request. */
  readonly inputs: ReadonlySet<string>;
  /** File stem of the one group that uses an id; absent where several do, or none. */
  readonly modules: ReadonlyMap<string, string>;
}

type Schemas = ReadonlyMap<string, Schema>;
/** The facts about a document from which shapes are made. */
interface Source {
  readonly schemas: Schemas;
  readonly conversions: Conversions;
}

type References = (id: string) => readonly string[];

/** Finds out which schemas travel which way, and which belong to a single group. */
export function findUsage({ schemas, conversions }: Source, uses: readonly SchemaUse[]): Usage {
  const sent = reachAlong(
    schemas,
    'request',
    uses.flatMap((use) => use.sent),
  );
  const received = reachAlong(
    schemas,
    'response',
    uses.flatMap((use) => use.received),
  );
  return {
    sent,
    received,
    inputs: findInputs({ schemas, conversions }, sent, received),
    modules: findModules(schemas, uses),
  };
}

function reachAlong(schemas: Schemas, direction: Direction, start: readonly Schema[]): ReadonlySet<string> {
  const ids = start.flatMap((schema) => listReferences(schema, { direction, schemas }));
  return new Set(reachable(ids, references(schemas, direction)));
}

function references(schemas: Schemas, direction: Direction): References {
  const known = new Map<string, readonly string[]>();
  return (id) => {
    const schema = schemas.get(id);
    const list = known.get(id) ?? (schema === undefined ? [] : listReferences(schema, { direction, schemas }));
    known.set(id, list);
    return list;
  };
}

/** A schema differs in a request when a property of it goes one way only, or when one it refers to differs. */
function findInputs(source: Source, sent: ReadonlySet<string>, received: ReadonlySet<string>): Usage['inputs'] {
  const { schemas } = source;
  const shared = [...sent].filter((id) => received.has(id));
  const request = references(schemas, 'request');
  const users = groupPairs(shared.flatMap((id) => request(id).map((used) => [used, id] as const)));
  const changed = shared.filter((id) => differs(schemas.get(id), source));
  return new Set(reachable(changed, (one) => users.get(one) ?? []));
}

/** Returns true if the type of a schema by itself differs in a request. */
function differs(schema: Schema | undefined, source: Source): boolean {
  if (schema === undefined) return false;
  const [request, response] = (['request', 'response'] as const).map((direction) =>
    JSON.stringify(lowerShape(schema, { direction, ...source, bytes: false })),
  );
  return request !== response;
}

function findModules(schemas: Schemas, uses: readonly SchemaUse[]): ReadonlyMap<string, string> {
  const owners = new Map<string, string | undefined>();
  const [request, response] = [references(schemas, 'request'), references(schemas, 'response')];
  const starts = groupPairs(
    uses.flatMap(({ module, sent, received }) =>
      [
        ...sent.flatMap((schema) => listReferences(schema, { direction: 'request', schemas })),
        ...received.flatMap((schema) => listReferences(schema, { direction: 'response', schemas })),
      ].map((id) => [module, id] as const),
    ),
  );
  for (const [module, start] of starts)
    for (const id of reachable(start, (one) => [...request(one), ...response(one)]))
      owners.set(id, owners.has(id) ? undefined : module);
  return new Map([...owners].flatMap(([id, module]) => (module === undefined ? [] : [[id, module]])));
}
