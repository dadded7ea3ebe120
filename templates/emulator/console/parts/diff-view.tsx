import type { Json, JsonObject } from '@speccast/runtime';
import type { VNode } from 'preact';

/** A value that differs between two rows. */
export interface Difference {
  /** Dotted path. */
  readonly path: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** The values that differ between two rows, by path; of a row that was created or deleted all. */
export function differencesOf(before: JsonObject | undefined, after: JsonObject | undefined): readonly Difference[] {
  const [old, now] = [leavesOf(before), leavesOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((path) => JSON.stringify(old.get(path)) !== JSON.stringify(now.get(path)))
    .map((path) => ({ path, before: old.get(path), after: now.get(path) }));
}

function leavesOf(row: JsonObject | undefined): ReadonlyMap<string, Json> {
  const leaves = new Map<string, Json>();
  const walk = (value: Json, path: string): void => {
    const isBranch = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
    if (!isBranch) leaves.set(path, value);
    else for (const [name, inner] of Object.entries(value)) walk(inner, path === '' ? name : `${path}.${name}`);
  };
  if (row !== undefined) walk(row, '');
  return leaves;
}

/** Two rows as their differences. */
export function DiffView({
  before,
  after,
}: {
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
}): VNode {
  return (
    <div class="diff">
      {differencesOf(before, after).map(({ path, before: old, after: now }) => (
        <>
          {old !== undefined && (
            <div class="old">
              − {path}: {JSON.stringify(old)}
            </div>
          )}
          {now !== undefined && (
            <div class="new">
              + {path}: {JSON.stringify(now)}
            </div>
          )}
        </>
      ))}
    </div>
  );
}
