import type { JournalEntry } from '../engine/journal/journal-entry.js';

const most = 10;

/** The calls of a journal, a line each: what a reader compares with what was expected. */
export function describeCalls(entries: readonly JournalEntry[]): string {
  const lines = entries.slice(-most).map(({ number, method, operation, params, body, status, reason }) => {
    const sent = { ...(params && { params }), ...(body === undefined ? {} : { body }) };
    return `  #${number} ${operation ?? method} ${JSON.stringify(sent)} -> ${[status, reason].filter(Boolean).join(' ')}`;
  });
  const before = entries.length - lines.length;
  return [...(before > 0 ? [`  … ${before} before`] : []), ...lines].join('\n');
}

/** How often each operation was called: `3 × videos.list, 1 × playlists.insert`. */
export function countCalls(entries: readonly JournalEntry[]): string {
  const counts = new Map<string, number>();
  for (const { operation, method } of entries) {
    const name = operation ?? `${method} (no operation)`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(', ') || 'nothing';
}
