import type { Api } from '../api/api.js';
import type { ApiDiff, TypeBoth } from './operations/api-diff.js';
import type { Change } from './changes/change.js';
import { diffService } from './service/diff-service.js';
import { diffOperations } from './operations/diff-operations.js';
import { diffEnums } from './service/diff-enums.js';
import { diffModels, diffTypes } from './service/diff-types.js';
import { diffWebhooks } from './operations/diff-webhooks.js';
import type { Both } from './sides/finding.js';
import { ShapeKeys } from './sides/shape-keys.js';
import { openSide } from './sides/side.js';
import type { Locate } from './sides/side.js';
import { listSchemaChanges } from './schemas/schema-graph.js';

/**
 * The changes between two descriptions of a service, in the order of the new one: of the service, its operations, then
 * its schemas. A change is reported once, where it is, with the operations that it concerns. `locate` finds positions
 * that the descriptions do not carry; without it, these are those of the parts around them.
 */
export function diffApis(before: Api, after: Api, locate?: Both<Locate>): readonly Change[] {
  const changes: Change[] = [];
  const sides = { before: openSide(before, locate?.before), after: openSide(after, locate?.after) };
  const types: TypeBoth[] = [];
  const diff: ApiDiff = {
    sides,
    graph: { sides, shapes: new ShapeKeys(sides), roots: new Map() },
    report: (change) => void changes.push(change),
    fit: (type) => void types.push(type),
  };
  diffService(diff);
  diffOperations(diff);
  diffWebhooks(diff);
  diffModels(diff);
  diffEnums(diff);
  const order = new Map(after.operations.map(({ id }, index) => [id, index]));
  const found = [...changes, ...listSchemaChanges(diff.graph, order)];
  return joinAlike([...found, ...diffTypes(diff, types, found)]);
}

/** The same change of several operations is one: of a parameter or a response that they share, or of what all of them need. */
function joinAlike(changes: readonly Change[]): readonly Change[] {
  const known = new Map<string, Change>();
  for (const change of changes) {
    const key = printChangeKey(change);
    const other = known.get(key);
    known.set(key, other === undefined ? change : unite(other, change));
  }
  return [...known.values()];
}

function unite(left: Change, right: Change): Change {
  const operations = [...new Set([...left.operations, ...right.operations])];
  return { ...left, operations, ...(isSecurity(left) && { subject: 'security' }) };
}

function isSecurity({ subject }: Change): boolean {
  return /(?:^|\.)security$/.test(subject);
}

/**
 * Prints what two changes must share to be joined. Changes of `security` need no common position: most specs state it once
 * for all operations.
 */
function printChangeKey(change: Change): string {
  const { code, message, kind, direction, side, at } = change;
  const location = isSecurity(change) ? '' : `${at.file}:${at.line}:${at.column}`;
  return JSON.stringify([code, message, kind, direction, side, location]);
}
