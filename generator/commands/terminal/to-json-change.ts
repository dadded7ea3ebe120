import type { Change } from '../../diff/change.js';

/** A change as `--json` prints it: its place flat, as that of a diagnostic. */
export function toJsonChange({ kind, code, message, subject, operations, direction, at, side }: Change): object {
  return { kind, code, message, subject, operations, ...(direction !== undefined && { direction }), ...at, side };
}
