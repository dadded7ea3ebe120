import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { CreatedRow, RowStore } from '../conformance/created-rows.js';

/** What a file of rows says. */
interface RowFile {
  readonly baseUrl: string;
  readonly rows: readonly CreatedRow[];
}

/**
 * Remembers what a run created at a service in a file of the user, which is there only while something is to be deleted.
 * It names the service and the rows, and holds no credentials. Each process has its own, and takes over those of processes
 * that have ended.
 */
export function rowFile(baseUrl: string, folder: string = stateFolder(), pid: number = process.pid): RowStore {
  const service = createHash('sha256').update(baseUrl).digest('hex').slice(0, 16);
  const path = join(folder, `conformance-${service}-${pid}.json`);
  let ended: readonly string[] = [];
  return {
    load: () => {
      ended = endedFiles(folder, service, pid);
      const found = ended.map((file) => [file, readRows(file, baseUrl)] as const);
      for (const [file, rows] of found) if (rows.length === 0) rmSync(file, { force: true });
      // A process that was killed while it wrote left two files.
      const rows = found.flatMap(([, own]) => own.map((row) => [`${row.as} ${row.undo} ${row.id}`, row] as const));
      return [...new Map(rows).values()];
    },
    save: (rows) => {
      if (rows.length === 0) rmSync(path, { force: true });
      else writeRows(path, { baseUrl, rows }, folder);
      // Their rows are among those that were written.
      for (const file of ended) if (file !== path) rmSync(file, { force: true });
    },
  };
}

function writeRows(path: string, file: RowFile, folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${path}.new`, JSON.stringify(file), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** Where programs keep what they have to remember between runs: the XDG Base Directory Specification ignores relative paths. */
function stateFolder(): string {
  const named = process.env['XDG_STATE_HOME'] ?? '';
  return join(isAbsolute(named) ? named : join(homedir(), '.local', 'state'), 'speccast');
}

/** The files of processes that have ended. */
function endedFiles(folder: string, service: string, own: number): readonly string[] {
  try {
    return readdirSync(folder).flatMap((name) => {
      const [, of, pid] = /^conformance-([0-9a-f]+)-(\d+)\.json(?:\.new)?$/.exec(name) ?? [];
      if (of !== service || (Number(pid) !== own && isRunning(Number(pid)))) return [];
      return [join(folder, name)];
    });
  } catch {
    return [];
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It belongs to another user.
    return error instanceof Error && Reflect.get(error, 'code') === 'EPERM';
  }
}

/** The rows in a file; none if it cannot be read, or is of another service. */
function readRows(path: string, baseUrl: string): readonly CreatedRow[] {
  try {
    const file: Partial<RowFile> = Object(JSON.parse(readFileSync(path, 'utf8')));
    return file.baseUrl === baseUrl && Array.isArray(file.rows) ? file.rows.filter(isRow) : [];
  } catch {
    return [];
  }
}

function isRow(value: unknown): value is CreatedRow {
  const { undo, id, as, times }: Partial<Record<keyof CreatedRow, unknown>> = Object(value);
  return [undo, id, as].every((one) => typeof one === 'string') && typeof times === 'object' && times !== null;
}
