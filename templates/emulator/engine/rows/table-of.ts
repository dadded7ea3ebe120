import type { Action } from '../plan/behaviour.js';

const names = ['list', 'get', 'insert', 'update', 'delete'] as const;

/** The table that an action reads or writes; undefined for a capability. */
export function tableOf(action: Action | undefined): string | undefined {
  if (action === undefined || action === 'unsupported' || 'perform' in action) return undefined;
  const entries = new Map<string, unknown>(Object.entries(action));
  const found = names.map((name) => entries.get(name)).find((table) => typeof table === 'string');
  return typeof found === 'string' ? found : undefined;
}
