import { Diagnostics } from '../diagnostics.js';
import type { Diagnostic } from '../diagnostics.js';
import { diffApis } from './diff-apis.js';
import { createLocate } from './sides/side.js';
import { findBump } from './changes/next-version.js';
import type { Bump } from './changes/next-version.js';
import type { Api } from '../api/api.js';
import { readApi } from '../api/read-api.js';
import type { ApiSources, ReadApi } from '../api/read-api.js';
import type { Change } from './changes/change.js';

/** Compares further facts of two descriptions, such as the arguments of methods. */
export type FurtherDiff = (before: Api, after: Api) => readonly Change[];

/**
 * Compares two specs. Both describe one package: where only one side names it, or none, their titles mean nothing, and
 * their methods are named in the same way.
 */
export function diffSpecs(before: ApiSources, after: ApiSources, further: FurtherDiff = () => []): DiffResult {
  const packageName = before.packageName ?? after.packageName;
  const methodNames = after.methodNames ?? before.methodNames;
  const old = read({ ...before, methodNames }, packageName);
  const now = read({ ...after, methodNames }, after.packageName ?? packageName ?? old.found?.packageName);
  const diagnostics = [...old.diagnostics, ...now.diagnostics];
  if (old.found === undefined || now.found === undefined) return { diagnostics };
  const locate = { before: createLocate(old.found.document), after: createLocate(now.found.document) };
  const apis = [old.found.api, now.found.api] as const;
  const changes = [...diffApis(...apis, locate), ...further(...apis)];
  return { changes, bump: findBump(changes), version: old.found.api.version, diagnostics };
}

interface Read {
  readonly found: ReadApi | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

function read(sources: ApiSources, packageName: string | undefined): Read {
  const diagnostics = new Diagnostics(sources);
  const found = readApi({ ...sources, ...(packageName !== undefined && { packageName }) }, { diagnostics });
  return { found, diagnostics: diagnostics.list.filter(({ severity }) => severity === 'error') };
}

/** The changes between two specs, or the errors that keep one of them from being read. */
export interface DiffResult {
  /** Absent where a spec was rejected. */
  readonly changes?: readonly Change[];
  /**
   * The bump that the changes call for from 1.0.0 on; in 0.x, `major` means the minor version. Absent where a spec was
   * rejected.
   */
  readonly bump?: Bump;
  /** `info.version` of the old spec. */
  readonly version?: string;
  /** Errors of both specs; what only warns belongs to `generate`. */
  readonly diagnostics: readonly Diagnostic[];
}
