import type { Api } from '../api/api.js';
import { changeOf } from '../diff/api-diff.js';
import type { Change } from '../diff/change.js';
import { diffApis } from '../diff/diff-apis.js';
import { createLocate } from '../diff/side.js';
import { Diagnostics } from '../diagnostics.js';
import type { Position } from '../diagnostics.js';
import { PARTS } from '../emit/emit-context.js';
import { neededPackages } from '../emit/package/package-json.js';
import { hashData, releasedDocument } from '../emit/package/published-document.js';
import { readApi } from '../api/read-api.js';
import type { ApiSources } from '../api/read-api.js';
import type { JsonObject } from '../spec/read/json.js';
import type { Needs, Released } from './read-released.js';
import intersects from 'semver/ranges/intersects.js';

/** What changed since a release, and the description that it changed to. */
export interface FoundChanges {
  readonly packageName: string;
  readonly changes: readonly Change[];
  readonly before: Api;
  readonly after: Api;
}

/**
 * Compares a document that was published with the sources that would be published now; `undefined` where mistakes were
 * reported. Extensions that the vocabulary has got rid of since are no mistakes of what was published.
 */
export function findChanges(
  { document, data, needs }: Pick<Released, 'document' | 'data' | 'needs'>,
  sources: ApiSources,
  diagnostics: Diagnostics,
): FoundChanges | undefined {
  const after = readApi(sources, { diagnostics });
  if (after === undefined) return undefined;
  const { packageName, api } = after;
  const vocabulary = sources.vocabulary && { vocabulary: { ...sources.vocabulary, tolerant: true } };
  const own = new Diagnostics();
  const { methodNames } = sources;
  const before = readApi({ spec: document, packageName, methodNames, ...vocabulary }, { diagnostics: own });
  for (const { severity, code, message, at } of own.list)
    if (severity === 'error') diagnostics.error(code, message, at);
  if (before === undefined) return undefined;
  const locate = { before: createLocate(before.document), after: createLocate(after.document) };
  // Seed and checks are in the package, but not in its document: of those that were released, hashes are known, if anything.
  const hashes = hashData(api.document);
  const changes = diffApis(withData(before.api, data ?? hashes), withData(api, hashes), locate);
  const needed = diffNeeds(needs ?? {}, neededPackages(PARTS), { file: document.file, line: 1, column: 1 });
  return { packageName, before: before.api, after: api, changes: [...changes, ...needed] };
}

function withData(api: Api, hashes: JsonObject): Api {
  return { ...api, extensions: { ...releasedDocument(api.extensions), ...hashes } };
}

/**
 * How the versions changed that a package needs of others. It breaks where none of the old ones do, even of a dependency that
 * npm would install: the package passes on what that one exports.
 */
function diffNeeds(before: Needs, after: Needs, at: Position): readonly Change[] {
  return Object.entries(after).flatMap(([subject, range]) => {
    const old = before[subject];
    if (old === undefined || old === range) return [];
    const code = intersects(old, range) ? 'dependency-changed' : 'dependency-replaced';
    return changeOf({ code, message: `${range} is needed, and ${old} was`, subject, at, side: 'old' });
  });
}
