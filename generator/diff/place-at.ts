import type { Position } from '../diagnostics.js';
import type { ApiDiff } from './api-diff.js';
import type { Place } from './finding.js';
import type { Side } from './schema-walk.js';

/** The place of what stands at the end of some keys; that of the whole document where it has none. */
export function placeAt(
  sides: ApiDiff['sides'],
  steps: readonly (string | number)[],
  side: Place['side'] = 'new',
): Place {
  const own = side === 'new' ? sides.after : sides.before;
  return { at: own.locate(steps) ?? startOf(own), side };
}

function startOf({ api: { operations, models }, locate }: Side): Position {
  const file = operations[0]?.at.file ?? models[0]?.schema.at.file ?? '';
  return locate([]) ?? { file, line: 1, column: 1 };
}
