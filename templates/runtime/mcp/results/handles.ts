import { randomBytes } from 'node:crypto';

/** Longest time that the rest of a result is kept, in milliseconds. */
const keptMs = 600_000;

/** Most characters of one result that are kept, and of all together. */
const mostOfOne = 1_000_000;
const mostOfAll = 4_000_000;

/** A piece of a result, and the handle of the next one. */
export interface KeptPiece {
  readonly text: string;
  readonly part: number;
  readonly parts: number;
  readonly next: string | undefined;
}

/** Keeps what a budget cut off, for some minutes. */
export interface Handles {
  /** Keeps pieces; gives the handle of the second, and how many could be kept. */
  keep(pieces: readonly string[]): { readonly handle: string; readonly parts: number };
  /** The piece of a handle; `undefined` where there is none, or none any more. */
  read(handle: string): KeptPiece | undefined;
}

/** Makes an empty store. What was not read for longest goes first where room is needed. */
export function createHandles(now: () => number = () => Date.now()): Handles {
  const kept = new Map<string, { readonly pieces: readonly string[]; readonly size: number; readonly until: number }>();
  const clean = (): void => {
    let all = [...kept.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [id, { size, until }] of kept) {
      if (until > now() && all <= mostOfAll) continue;
      kept.delete(id);
      all -= size;
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
      kept.set(id, { pieces: held, size, until: now() + keptMs });
      clean();
      return { handle: `${id}.1`, parts: held.length };
    },
    read: (handle) => {
      clean();
      const [, id = '', digits = ''] = /^([\w-]{16})\.(\d{1,6})$/.exec(handle) ?? [];
      const entry = kept.get(id);
      const text = entry?.pieces[Number(digits)];
      if (entry === undefined || text === undefined) return undefined;
      kept.delete(id);
      kept.set(id, { ...entry, until: now() + keptMs });
      const part = Number(digits) + 1;
      const parts = entry.pieces.length;
      return { text, part, parts, next: part < parts ? `${id}.${part}` : undefined };
    },
  };
}
