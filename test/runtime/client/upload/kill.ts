import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { startKillServer, type KillServer } from './kill-server.js';

/** What to do to uploads. */
export interface KillOptions {
  /** Bytes of the file. */
  readonly size: number;
  /** Uploads, each of which has to arrive in full. */
  readonly times: number;
  /** Told after each upload. */
  readonly onRound?: (round: KillRound) => void;
}

/** One upload, and what it took. */
export interface KillRound {
  readonly number: number;
  /** The bytes at the server are those of the file. */
  readonly agrees: boolean;
  readonly kills: number;
  readonly sessions: number;
  readonly chunkSize: number;
  /** Bytes that were sent. */
  readonly arrived: number;
}

const chunkSizes = [262_144, 1_048_576, 8_388_608];

/**
 * Uploads a file from a process that is killed (SIGKILL) after a random number of bytes, goes on in another process from
 * the state that was saved on disk, kills that one, too, and so on up to five times; then compares SHA-256.
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
      const round = { number, agrees: done && found === hash, kills, chunkSize, ...counts };
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

/** How often the upload was killed before it came to its end. */
async function uploadWithKills(
  server: KillServer,
  start: () => ChildProcess,
  { size, most }: { readonly size: number; readonly most: number },
): Promise<number> {
  let arrived = 0;
  for (let kills = 0; ; kills += 1) {
    const child = start();
    // Drawn anew each time, from what a file and a half would take: some processes come to their end.
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
