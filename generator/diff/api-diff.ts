import type { Operation } from '../api/api.js';
import type { Schema } from '../api/schemas/schema.js';
import type { Shape } from '../api/shapes/shape.js';
import { isDirected, kindOf, plainKindOf } from './change.js';
import type { Change, ChangeDirection } from './change.js';
import type { Both, Finding, Location } from './finding.js';
import { step } from './finding.js';
import { useSchema } from './schemas/schema-graph.js';
import type { SchemaGraph, SchemaUse } from './schemas/schema-graph.js';
import type { SchemaBoth, Side } from './side.js';

/** What a schema is in the types of the package. */
interface Typed {
  readonly schema: Schema;
  readonly shape: Shape;
}

/** A type of the package, as it was and as it is. */
export interface TypeBoth extends Both<Typed> {
  readonly subject: string;
  readonly direction: ChangeDirection;
  readonly operations: readonly string[];
}

/** A comparison of two descriptions, and where its changes go. */
export interface ApiDiff {
  readonly sides: Both<Side>;
  readonly graph: SchemaGraph;
  readonly report: (change: Change) => void;
  /** Has types compared once all else is. */
  readonly fit: (type: TypeBoth) => void;
}

/** A comparison of what concerns the service. */
export interface ServiceDiff extends Pick<ApiDiff, 'sides'> {
  readonly report: (finding: Finding) => void;
}

/** An operation of both descriptions. */
export interface OperationDiff extends ApiDiff {
  readonly before: Operation;
  readonly after: Operation;
  /** `operations.videos.list` */
  readonly subject: string;
  /** Where the operation is. */
  readonly location: Location;
  /** Reports a change of the operation. */
  readonly tell: (finding: Finding, direction?: ChangeDirection) => void;
  /** Compares two schemas that it sends or receives. */
  readonly use: (pair: Both<Typed> & Pick<SchemaBoth, 'subject'>, direction: ChangeDirection) => void;
}

/** Makes the comparison of an operation. */
export function openOperation(diff: ApiDiff, { before, after }: Both<Operation>): OperationDiff {
  const operations = [after.id];
  return {
    ...diff,
    before,
    after,
    subject: `operations.${step(after.id)}`,
    location: { at: after.at, side: 'new' },
    tell: (finding, direction) => diff.report({ ...changeOf(finding, direction), operations }),
    use: ({ subject, ...types }, direction) => {
      const pair = { before: types.before.schema, after: types.after.schema, subject };
      useSchema(diff.graph, pair, { operation: after.id, direction } satisfies SchemaUse);
      diff.fit({ ...types, subject, direction, operations });
    },
  };
}

/** A finding as a change of no operation in particular. */
export function changeOf(finding: Finding, direction?: ChangeDirection): Change {
  const kind = direction === undefined ? plainKindOf(finding.code) : kindOf(finding.code, direction);
  return {
    kind: kind ?? 'fix',
    ...finding,
    operations: [],
    ...(direction !== undefined && isDirected(finding.code) && { direction }),
  };
}
