import { randomBytes } from 'node:crypto';

/** Milliseconds that the rest of a result is kept after it was last read. */
const keptMs = 600_000;

/** Most characters of one result that are kept, and of all together. */
const mostOfOne = 1_000_000;
const mostOfAll = 4_000_000;

/** Keeps the pieces of long results for some minutes. */
export interface Handles {
  /** Keeps pieces; returns the handle of the second, and how many could be kept. */
  keep(pieces: readonly string[]): { readonly handle: string; readonly parts: number };
  /** Reads the piece of a handle, and the handle of the next one; `undefined` if it is not kept. */
  read(
    handle: string,
  ):
    | { readonly text: string; readonly part: number; readonly parts: number; readonly next: string | undefined }
    | undefined;
}

/** Creates an empty store. The results that were not read for longest are removed first. */
export function createHandles(): Handles {
  const kept = new Map<string, { readonly pieces: readonly string[]; readonly size: number; readonly until: number }>();
  const clean = (): void => {
    let all = 0;
    for (const [id, { size, until }] of [...kept].toReversed()) {
      all += size;
      if (until <= Date.now() || all > mostOfAll) kept.delete(id);
    }
  };
  return {
    keep: (pieces) => {
      const held: string[] = [];
      let size = 0;
      for (const piece of pieces) {
        if (size + piece.length > mostOfOne && held.length > 1) break;
        held.push(piece);
        size += piece.length;
      }
      const id = randomBytes(12).toString('base64url');
      kept.set(id, { pieces: held, size, until: Date.now() + keptMs });
      clean();
      return { handle: `${id}.1`, parts: held.length };
    },
    read: (handle) => {
      clean();
      const [, id = '', index = ''] = /^([\w-]{16})\.(\d{1,6})$/.exec(handle) ?? [];
      const entry = kept.get(id);
      const text = entry?.pieces[Number(index)];
      if (entry === undefined || text === undefined) return undefined;
      // The entry that was read last is the last of the map.
      kept.delete(id);
      kept.set(id, { ...entry, until: Date.now() + keptMs });
      const part = Number(index) + 1;
      const parts = entry.pieces.length;
      return { text, part, parts, next: part < parts ? `${id}.${part}` : undefined };
    },
  };
}
