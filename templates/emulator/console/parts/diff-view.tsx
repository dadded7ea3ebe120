import type { Json, JsonObject } from '@speccast/runtime';
import type { VNode } from 'preact';

/** Returns the values of a row that are no objects and lists, by dotted path: `snippet.title`. */
function readLeaves(row: JsonObject | undefined): ReadonlyMap<string, Json> {
  const leaves = new Map<string, Json>();
  const walk = (value: Json, path: string): void => {
    const isBranch = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
    if (!isBranch) leaves.set(path, value);
    else for (const [name, inner] of Object.entries(value)) walk(inner, path === '' ? name : `${path}.${name}`);
  };
  if (row !== undefined) walk(row, '');
  return leaves;
}

interface DiffProps {
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
}

/** The values that differ between two rows, by path; all values of a row that was created or deleted. */
export function DiffView({ before, after }: DiffProps): VNode {
  const [old, now] = [readLeaves(before), readLeaves(after)];
  const line = (kind: 'old' | 'new', path: string, value: Json | undefined): VNode | undefined =>
    value === undefined ? undefined : (
      <div class={kind}>
        {kind === 'old' ? '−' : '+'} {path}: {JSON.stringify(value)}
      </div>
    );
  return (
    <div class="diff">
      {[...new Set([...old.keys(), ...now.keys()])]
        .filter((path) => JSON.stringify(old.get(path)) !== JSON.stringify(now.get(path)))
        .map((path) => [line('old', path, old.get(path)), line('new', path, now.get(path))])}
    </div>
  );
}
