import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { startKillServer, type KillServer } from './kill-server.js';

/** Options of `killUploads()`. */
export interface KillOptions {
  /** Size of the file in bytes. */
  readonly size: number;
  /** Number of uploads. */
  readonly times: number;
  /** Called after each upload. */
  readonly onRound?: (round: KillRound) => void;
}

/** The result of one upload. */
export interface KillRound {
  readonly number: number;
  /** True if the server has the bytes of the file. */
  readonly isComplete: boolean;
  readonly kills: number;
  readonly sessions: number;
  readonly chunkSize: number;
  /** Number of bytes that the server received. */
  readonly arrived: number;
}

const chunkSizes = [262_144, 1_048_576, 8_388_608];

/**
 * Uploads a file from a process that is killed (SIGKILL) after a random number of bytes, and resumes it in another process from the
 * state on disk, which is killed, too, up to five times. Then compares the SHA-256 of the file with that of the stored bytes.
 */
export async function killUploads({ size, times, onRound }: KillOptions): Promise<readonly KillRound[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kill-'));
  const bytes = randomBytes(size);
  const hash = createHash('sha256').update(bytes).digest('hex');
  writeFileSync(join(folder, 'file'), bytes);
  const server = await startKillServer(size);
  const rounds: KillRound[] = [];
  try {
    const script = await bundleChild(folder);
    for (let number = 1; number <= times; number += 1) {
      const chunkSize = chunkSizes[number % chunkSizes.length] ?? 262_144;
      const start = (): ChildProcess =>
        startChild([script, server.url, join(folder, 'file'), join(folder, 'state'), chunkSize]);
      server.reset();
      rmSync(join(folder, 'state'), { force: true });
      const kills = await uploadWithKills(server, start, { size, most: 1 + (number % 5) });
      const { done, hash: found, ...counts } = server.result();
      const round = { number, isComplete: done && found === hash, kills, chunkSize, ...counts };
      rounds.push(round);
      onRound?.(round);
    }
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return rounds;
}

async function bundleChild(folder: string): Promise<string> {
  const entry = fileURLToPath(new URL('kill-child.ts', import.meta.url));
  const outfile = join(folder, 'child.mjs');
  await build({ entryPoints: [entry], bundle: true, platform: 'node', format: 'esm', outfile, logLevel: 'error' });
  return outfile;
}

function startChild(args: readonly (string | number)[]): ChildProcess {
  return spawn(process.execPath, args.map(String), { stdio: ['ignore', 'inherit', 'inherit'] });
}

/** Uploads a file, and kills the process up to `most` times; returns the number of kills. */
async function uploadWithKills(
  server: KillServer,
  start: () => ChildProcess,
  { size, most }: { readonly size: number; readonly most: number },
): Promise<number> {
  let arrived = 0;
  for (let kills = 0; ; kills += 1) {
    const child = start();
    // The limits are drawn from one and a half times the size of the file, so that some processes finish the upload.
    const limit = kills < most ? arrived + Math.floor((Math.random() * size * 1.5) / most) : Infinity;
    server.onBytes = (now) => {
      arrived = now;
      if (now > limit) child.kill('SIGKILL');
    };
    const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
    await server.idle();
    if (code === 0) return kills;
    if (code !== null) throw new Error(`The upload failed with exit code ${code}`);
  }
}
