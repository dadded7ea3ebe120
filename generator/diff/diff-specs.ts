import { Diagnostics } from '../diagnostics.js';
import type { Diagnostic } from '../diagnostics.js';
import { diffApis } from './diff-apis.js';
import type { DiffResult } from './diff-result.js';
import { createLocate } from './locate.js';
import { bumpOf } from './next-version.js';
import { readApi } from '../api/read-api.js';
import type { ApiSources, ReadApi } from '../api/read-api.js';

/** Compares two specs. Both describe one package: where only one side names it, or none, their titles mean nothing. */
export function diffSpecs(before: ApiSources, after: ApiSources): DiffResult {
  const packageName = before.packageName ?? after.packageName;
  const old = read(before, packageName);
  const now = read(after, after.packageName ?? packageName ?? old.found?.packageName);
  const diagnostics = [...old.diagnostics, ...now.diagnostics];
  if (old.found === undefined || now.found === undefined) return { diagnostics };
  const places = { before: createLocate(old.found.document), after: createLocate(now.found.document) };
  const changes = diffApis(old.found.api, now.found.api, places);
  return { changes, bump: bumpOf(changes), version: old.found.api.version, diagnostics };
}

interface Read {
  readonly found: ReadApi | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

function read(sources: ApiSources, packageName: string | undefined): Read {
  const diagnostics = new Diagnostics();
  const found = readApi({ ...sources, ...(packageName !== undefined && { packageName }) }, { diagnostics });
  return { found, diagnostics: diagnostics.list.filter(({ severity }) => severity === 'error') };
}
