import type { Operation } from '../../api/api.js';
import type { Schema } from '../../api/types/schema.js';
import type { Shape } from '../../api/types/shape.js';
import { isDirected, findKind, findPlainKind } from '../changes/change.js';
import type { Change, ChangeDirection } from '../changes/change.js';
import { inNew, step, tellAt } from '../sides/finding.js';
import type { Both, Finding, Location, Tell, Where } from '../sides/finding.js';
import { useSchema } from '../schemas/schema-graph.js';
import type { SchemaGraph } from '../schemas/schema-graph.js';
import { locationAt } from '../sides/side.js';
import type { SchemaBoth, Side } from '../sides/side.js';
import type { Position } from '../../diagnostics.js';

/** A schema and its type in the package. */
interface Typed {
  readonly schema: Schema;
  readonly shape: Shape;
}

/** A type of the package before and after. */
export interface TypeBoth extends Both<Typed> {
  readonly subject: string;
  readonly direction: ChangeDirection;
  readonly operations: readonly string[];
}

/** A comparison of two descriptions, with the functions that collect its results. */
export interface ApiDiff {
  readonly sides: Both<Side>;
  readonly graph: SchemaGraph;
  readonly report: (change: Change) => void;
  /** Notes a pair of types, which `diffTypes` compares at the end. */
  readonly fit: (type: TypeBoth) => void;
}

/** A comparison of facts of the service. */
export interface ServiceDiff extends Pick<ApiDiff, 'sides'> {
  /** Creates a `Tell` for a key path of the document: `at('info.title', ['info', 'title'])`. */
  readonly at: (subject: string, steps: readonly (string | number)[], side?: Location['side']) => Tell;
}

/** Starts the comparison of facts of the service. */
export function openService({ sides, report }: ApiDiff): ServiceDiff {
  return {
    sides,
    at: (subject, steps, side) =>
      tellAt((finding) => report(toChange(finding)), { subject, ...locationAt(sides, steps, side) }),
  };
}

/** A comparison of two requests: operations, or webhooks and callbacks. */
export interface RequestDiff<T> extends ApiDiff, Both<T>, Where {
  /** Creates a `Tell` for a point of the request; without arguments, for the request itself. */
  readonly tellAt: (where?: Partial<Where>, direction?: ChangeDirection) => Tell;
}

/** An operation of both descriptions. */
export interface OperationDiff extends RequestDiff<Operation> {
  /** Compares two schemas that it sends or receives. */
  readonly use: (pair: Both<Typed> & Pick<SchemaBoth, 'subject'>, direction: ChangeDirection) => void;
}

/** Starts the comparison of two requests; `operations` are the ids of the operations that its changes concern. */
export function openRequest<T extends { readonly at: Position }>(
  diff: ApiDiff,
  { before, after }: Both<T>,
  { subject, operations }: Pick<Change, 'subject' | 'operations'>,
): RequestDiff<T> {
  const home: Where = { subject, ...inNew(after) };
  const tellAbout: RequestDiff<T>['tellAt'] = (where, direction) =>
    tellAt((finding) => diff.report({ ...toChange(finding, direction), operations }), { ...home, ...where });
  return { ...diff, before, after, ...home, tellAt: tellAbout };
}

/** Starts the comparison of an operation. */
export function openOperation(diff: ApiDiff, both: Both<Operation>): OperationDiff {
  const { id } = both.after;
  const operations = [id];
  return {
    ...openRequest(diff, both, { subject: `operations.${step(id)}`, operations }),
    use: ({ subject, ...types }, direction) => {
      const pair = { before: types.before.schema, after: types.after.schema, subject };
      useSchema(diff.graph, pair, { operation: id, direction });
      diff.fit({ ...types, subject, direction, operations });
    },
  };
}

/** Converts a finding to a change without operations. */
export function toChange(finding: Finding, direction?: ChangeDirection): Change {
  const kind = direction === undefined ? findPlainKind(finding.code) : findKind(finding.code, direction);
  return {
    kind: kind ?? 'fix',
    ...finding,
    operations: [],
    ...(direction !== undefined && isDirected(finding.code) && { direction }),
  };
}
