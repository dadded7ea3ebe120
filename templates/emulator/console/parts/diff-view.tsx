import type { Json, JsonObject } from '@speccast/runtime';
import type { VNode } from 'preact';
import { listLeaves } from './format.js';

interface DiffProps {
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
}

/** The values that differ between two rows, by path; all values of a row that was created or deleted. */
export function DiffView({ before, after }: DiffProps): VNode {
  const isBranch = (value: Json) => typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  const read = (row: JsonObject | undefined) =>
    new Map(row && listLeaves(row, isBranch).map(([path, value]) => [path, JSON.stringify(value)]));
  const [old, now] = [read(before), read(after)];
  const paths = [...new Set([...old.keys(), ...now.keys()])].filter((path) => old.get(path) !== now.get(path));
  return (
    <div class="diff">
      {paths.map((path) => (
        <>
          {old.has(path) && (
            <div class="old">
              − {path}: {old.get(path)}
            </div>
          )}
          {now.has(path) && (
            <div class="new">
              + {path}: {now.get(path)}
            </div>
          )}
        </>
      ))}
    </div>
  );
}
