import { Diagnostics } from '../diagnostics.js';
import type { Diagnostic } from '../diagnostics.js';
import type { Api } from '../api/api.js';
import { readApi } from '../api/read-api.js';
import type { ApiSources, ReadApi } from '../api/read-api.js';
import { type Change, findBump, type Bump } from './changes/change.js';
import type { ApiDiff, TypeBoth } from './operations/api-diff.js';
import { diffOperations } from './operations/diff-operations.js';
import { diffWebhooks } from './operations/diff-webhooks.js';
import { listSchemaChanges } from './schemas/schema-graph.js';
import { diffEnums, diffService } from './service/diff-service.js';
import { diffModels, diffTypes } from './service/diff-types.js';
import { createShapes } from './sides/fingerprint.js';
import type { Both } from './sides/finding.js';
import { createLocate, openSide } from './sides/side.js';
import type { Locate } from './sides/side.js';

/** Compares further facts of two descriptions, such as the arguments of methods. */
type FurtherDiff = (before: Api, after: Api) => readonly Change[];

/** The changes between two specs, or the errors that keep one of them from being read. */
export interface DiffResult {
  /** Absent if a spec has errors. */
  readonly changes?: readonly Change[];
  /**
   * The bump that the changes require from 1.0.0 on; in 0.x, `major` means the minor version. Absent if a spec has errors.
   */
  readonly bump?: Bump;
  /** `info.version` of the old spec. */
  readonly version?: string;
  /** Errors of both specs; warnings belong to `generate`. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compares two specs, which describe the same package. Options of one side that decide about names are used for both sides, so that
 * a new title, for example, does not count as a new name of the package.
 */
export function diffSpecs(before: ApiSources, after: ApiSources, further: FurtherDiff = () => []): DiffResult {
  const diagnostics: Diagnostic[] = [];
  const read = (sources: ApiSources, packageName: string | undefined): ReadApi | undefined => {
    const own = new Diagnostics(sources);
    const found = readApi({ ...sources, ...(packageName && { packageName }) }, { diagnostics: own });
    diagnostics.push(...own.list.filter(({ severity }) => severity === 'error'));
    return found;
  };
  const packageName = before.packageName ?? after.packageName;
  const methodNames = after.methodNames ?? before.methodNames;
  const old = read({ ...before, methodNames }, packageName);
  const now = read({ ...after, methodNames }, after.packageName ?? packageName ?? old?.packageName);
  if (old === undefined || now === undefined) return { diagnostics };
  const locate = { before: createLocate(old.document), after: createLocate(now.document) };
  const changes = [...diffApis(old.api, now.api, locate), ...further(old.api, now.api)];
  return { changes, bump: findBump(changes), version: old.api.version, diagnostics };
}

/**
 * Lists the changes between two descriptions of a service, in the order of the new one: of the service, its operations, then
 * its schemas. A change is reported once, at its position, with the operations that it concerns. `locate` finds positions that are
 * not in the descriptions; without it, the position of the part around is reported instead.
 */
export function diffApis(before: Api, after: Api, locate?: Both<Locate>): readonly Change[] {
  const changes: Change[] = [];
  const sides = { before: openSide(before, locate?.before), after: openSide(after, locate?.after) };
  const types: TypeBoth[] = [];
  const diff: ApiDiff = {
    sides,
    graph: { sides, shapes: createShapes(sides), roots: new Map() },
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

/** Joins the same change of several operations: of a parameter or a response that they share, or of their security. */
function joinAlike(changes: readonly Change[]): readonly Change[] {
  const known = new Map<string, Change>();
  for (const change of changes) {
    const { code, message, kind, direction, side, at, subject } = change;
    // Changes of `security` need no common position: most specs state it once for all operations.
    const isSecurity = /(?:^|\.)security$/.test(subject);
    const location = isSecurity ? '' : `${at.file}:${at.line}:${at.column}`;
    const key = JSON.stringify([code, message, kind, direction, side, location]);
    const other = known.get(key);
    const operations = [...new Set([...(other?.operations ?? []), ...change.operations])];
    known.set(key, other ? { ...other, operations, ...(isSecurity && { subject: 'security' }) } : change);
  }
  return [...known.values()];
}
