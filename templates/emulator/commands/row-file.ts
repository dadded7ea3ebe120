import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { CreatedRow, RowStore } from '../conformance/run.js';
import { isRunning } from '../features/state-log/lock-file.js';

/** The JSON in the file. */
interface RowFile {
  readonly baseUrl: string;
  readonly rows: readonly CreatedRow[];
}

/**
 * Stores the rows that a run created at a service, and has to delete, in a file of the user. The file contains the base URL and the
 * rows, but no credentials, and is removed with the last row. Each process has its own file, and takes over the files of processes
 * that have ended.
 */
export function rowFile(baseUrl: string, folder?: string, pid: number = process.pid): RowStore {
  const { XDG_STATE_HOME = '' } = process.env;
  // The XDG Base Directory Specification ignores relative paths.
  const state = isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : join(homedir(), '.local', 'state');
  const home = folder ?? join(state, 'speccast');
  const service = createHash('sha256').update(baseUrl).digest('hex').slice(0, 16);
  const path = join(home, `conformance-${service}-${pid}.json`);
  let ended: readonly string[] = [];
  return {
    load: () => {
      ended = listEndedFiles(home, service, pid);
      const found = ended.map((file) => [file, readRows(file, baseUrl)] as const);
      for (const [file, rows] of found) if (rows.length === 0) rmSync(file, { force: true });
      // A process that was killed while it wrote left two files (`.json` and `.json.new`) with the same rows.
      const rows = found.flatMap(([, own]) => own.map((row) => [`${row.as} ${row.undo} ${row.id}`, row] as const));
      return [...new Map(rows).values()];
    },
    save: (rows) => {
      if (rows.length === 0) rmSync(path, { force: true });
      else {
        mkdirSync(home, { recursive: true });
        writeFileSync(`${path}.new`, JSON.stringify({ baseUrl, rows } satisfies RowFile), { mode: 0o600 });
        renameSync(`${path}.new`, path);
      }
      // `rows` has the rows of these files, too.
      for (const file of ended) if (file !== path) rmSync(file, { force: true });
    },
  };
}

/** Lists the files of processes that have ended. */
function listEndedFiles(folder: string, service: string, own: number): readonly string[] {
  try {
    return readdirSync(folder).flatMap((name) => {
      const [, owner, pid] = /^conformance-([0-9a-f]+)-(\d+)\.json(?:\.new)?$/.exec(name) ?? [];
      if (owner !== service || (Number(pid) !== own && isRunning(Number(pid)))) return [];
      return [join(folder, name)];
    });
  } catch {
    return [];
  }
}

/** Reads the rows in a file; none if it cannot be read, or is of another service. */
function readRows(path: string, baseUrl: string): readonly CreatedRow[] {
  try {
    const file: Partial<RowFile> = Object(JSON.parse(readFileSync(path, 'utf8')));
    if (file.baseUrl !== baseUrl || !Array.isArray(file.rows)) return [];
    return file.rows.filter((row: unknown): row is CreatedRow => {
      const { undo, id, as, times }: Partial<Record<keyof CreatedRow, unknown>> = Object(row);
      return [undo, id, as].every((one) => typeof one === 'string') && typeof times === 'object' && times !== null;
    });
  } catch {
    return [];
  }
}
