import { groupPairs, reachable } from '../../iterables.js';
import type { Direction, Schema } from '../types/schema.js';
import type { Conversions } from '../conversions/conversions.js';
import { lowerShape } from './lower-shape.js';
import { listReferences } from '../schemas/walk-schema.js';

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

/** Finds out which schemas travel which way, and which belong to a single group. */
export function findUsage(source: Source, uses: readonly SchemaUse[]): Usage {
  const { schemas } = source;
  const [request, response] = [listNext(schemas, 'request'), listNext(schemas, 'response')];
  const listStart = (list: readonly Schema[], direction: Direction): readonly string[] =>
    list.flatMap((schema) => listReferences(schema, { direction, schemas }));
  const sent = new Set(
    reachable(
      listStart(
        uses.flatMap((use) => use.sent),
        'request',
      ),
      request,
    ),
  );
  const received = new Set(
    reachable(
      listStart(
        uses.flatMap((use) => use.received),
        'response',
      ),
      response,
    ),
  );

  // A schema differs in a request when a property of it goes one way only, or when one it refers to differs.
  const both = [...sent].filter((id) => received.has(id));
  const users = groupPairs(both.flatMap((id) => request(id).map((used) => [used, id] as const)));
  const changed = both.filter((id) => differs(schemas.get(id), source));
  const inputs = new Set(reachable(changed, (id) => users.get(id) ?? []));

  const starts = groupPairs(
    uses.map(
      (use) => [use.module, [...listStart(use.sent, 'request'), ...listStart(use.received, 'response')]] as const,
    ),
  );
  const owners = new Map<string, string | undefined>();
  for (const [module, start] of starts)
    for (const id of reachable(start.flat(), (one) => [...request(one), ...response(one)]))
      owners.set(id, owners.has(id) ? undefined : module);
  const modules = new Map([...owners].flatMap(([id, module]) => (module === undefined ? [] : [[id, module]])));
  return { sent, received, inputs, modules };
}

/** Returns a function that lists the ids that the schema of an id refers to; each schema is walked once. */
function listNext(schemas: Schemas, direction: Direction): (id: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (id) => {
    const schema = schemas.get(id);
    const list = known.get(id) ?? (schema === undefined ? [] : listReferences(schema, { direction, schemas }));
    known.set(id, list);
    return list;
  };
}

/** Returns true if the type of a schema by itself differs in a request. */
function differs(schema: Schema | undefined, source: Source): boolean {
  if (schema === undefined) return false;
  const [request, response] = (['request', 'response'] as const).map((direction) =>
    JSON.stringify(lowerShape(schema, { direction, ...source, bytes: false })),
  );
  return request !== response;
}
