import type { Api } from '../../api/api.js';
import { releaseOneWay } from '../../api/release-one-way.js';
import { schemasById } from '../../api/schemas-by-id.js';
import type { Direction, Schema } from '../../api/schema.js';
import type { Travel } from '../../api/walk-schema.js';
import { findVariants, isRequired } from './directions.js';
import type { SchemaView } from './schema-json.js';
import { referencesOf } from './subschemas.js';

/** A schema that is referred to, and which way its values travel where that matters. */
export interface Pending {
  readonly id: string;
  readonly direction: Direction | undefined;
}

/** Key of a schema as it counts for what travels one way. */
export function keyOf(id: string, direction: Direction | undefined): string {
  return direction === undefined ? id : `${id}>${direction}`;
}

/** What a schema refers to. */
export function pendingOf(schema: Schema, direction: Direction | undefined, api: Api): readonly Pending[] {
  const ways = direction === undefined ? undefined : waysOf(api)[direction];
  const view = ways === undefined ? schema : releaseOneWay(schema, ways.travel);
  return referencesOf(view).map((id) => ({ id, direction: ways?.variants.has(id) === true ? direction : undefined }));
}

/** A schema as it counts for what travels one way: nobody has to send what only the other side writes. */
export function viewOf(api: Api, direction: Direction | undefined): SchemaView {
  if (direction === undefined) return (schema) => schema;
  const { travel, variants } = waysOf(api)[direction];
  return (given) => {
    const { ref, object, ...others } = releaseOneWay(given, travel);
    const properties = object?.properties?.map((one) => ({ ...one, required: isRequired(one, travel) }));
    return {
      ...others,
      ...(ref === undefined ? {} : { ref: keyOf(ref, variants.has(ref) ? direction : undefined) }),
      ...(object === undefined ? {} : { object: { ...object, ...(properties === undefined ? {} : { properties }) } }),
    };
  };
}

interface Way {
  readonly travel: Travel;
  /** Ids of the schemas that count differently. */
  readonly variants: ReadonlySet<string>;
}

const known = new WeakMap<Api, Readonly<Record<Direction, Way>>>();

function waysOf(api: Api): Readonly<Record<Direction, Way>> {
  const ways = known.get(api) ?? { request: wayOf(api, 'request'), response: wayOf(api, 'response') };
  known.set(api, ways);
  return ways;
}

function wayOf(api: Api, direction: Direction): Way {
  const travel = { direction, schemas: schemasById(api) };
  return { travel, variants: findVariants(api, travel) };
}
