import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { packageSources } from '../../../package-sources.js';
import { findPackage } from '../../shelf/import-emulator.js';

/** The number of acknowledged writes, and the faults that were found. */
export interface KillReport {
  readonly inserted: number;
  readonly uploaded: number;
  /** Pieces of resumable uploads. */
  readonly pieces: number;
  readonly faults: readonly string[];
}

const headers = { authorization: 'Bearer t1' };
const unit = 262_144;

/** A resumable upload; `stored` bytes were acknowledged. */
interface Film {
  /** Path and query. */
  readonly address: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  stored: number;
}

/** Clients of a server that is killed and started again, with everything that the server has acknowledged. */
class Clients {
  readonly things = new Map<string, number>();
  /** Versions of things that were sent since the last check: the server may have stored them without an acknowledgement. */
  readonly sent = new Map<string, Set<number>>();
  readonly removed = new Set<string>();
  readonly reels = new Map<string, string>();
  readonly faults: string[] = [];
  film: Film | undefined;
  pieces = 0;
  #version = 0;
  readonly #working: Promise<void>[] = [];
  #left = 0;
  #resolve = (): void => {};

  /** Starts to send requests one after the other, until the server is gone. */
  begin(origin: string, kind: number): void {
    this.#working.push(this.#work(origin, kind));
  }

  /** Waits until `count` more requests were acknowledged. */
  waitForAcknowledged(count: number): Promise<void> {
    this.#left = count;
    return new Promise((resolve) => (this.#resolve = resolve));
  }

  /** Waits until all clients have noticed that the server is gone. */
  async end(): Promise<void> {
    await Promise.all(this.#working.splice(0));
  }

  async #work(origin: string, kind: number): Promise<void> {
    try {
      for (let step = 0; ; step += 1) {
        if (kind === 0) await this.#upload(origin, step);
        else if (kind === 1) await this.#continue(origin);
        else if (step % 4 === 1) await this.#update(origin);
        else if (step % 9 === 8) await this.#remove(origin);
        else await this.#insert(origin);
        this.#left -= 1;
        if (this.#left === 0) this.#resolve();
      }
    } catch (error) {
      // `fetch` rejects with a TypeError when the server is killed.
      if (!(error instanceof TypeError)) throw error;
    }
  }

  /** Checks that the server has everything it has acknowledged; of uploads, the newest ones. */
  async check(origin: string, uploads = 100): Promise<void> {
    await this.end();
    const rows = new Map(await fetchRows(origin, 'things'));
    for (const [id, version] of this.things) {
      const found = rows.get(id)?.['version'];
      const isSent = this.sent.get(id)?.has(Number(found)) === true;
      if (found !== version && !isSent) this.faults.push(`thing ${id} is ${String(found)}, not ${version}`);
      this.things.set(id, Number(found));
    }
    this.sent.clear();
    for (const id of this.removed) if (rows.has(id)) this.faults.push(`thing ${id} is there again`);
    for (const [id, hash] of [...this.reels].slice(-uploads)) {
      const response = await fetch(`${origin}/v1/__media/reels/${id}`);
      const found = hashBytes(new Uint8Array(await response.arrayBuffer()));
      if (found !== hash) this.faults.push(`the bytes of ${id} have changed (${response.status})`);
    }
    await this.#checkFilm(origin);
  }

  async #checkFilm(origin: string): Promise<void> {
    if (this.film === undefined) return;
    const { address, bytes, stored } = this.film;
    const response = await fetch(origin + address, {
      method: 'PUT',
      headers: { 'content-range': `bytes */${bytes.length}` },
    });
    await response.arrayBuffer();
    const reached = Number(/-(\d+)$/.exec(response.headers.get('range') ?? '-0')?.[1]) + 1;
    if (response.status === 308 && (reached > 1 ? reached : 0) < stored)
      this.faults.push(`${stored} bytes of a film are gone`);
    if (response.status === 308) this.film.stored = reached > 1 ? reached : 0;
    // The last chunk may have arrived without an acknowledgement.
    else this.film = undefined;
    if (response.status !== 308 && response.status >= 300) this.faults.push(`a film is gone: ${response.status}`);
  }

  async #insert(origin: string): Promise<void> {
    const version = (this.#version += 1);
    const { id } = await sendWrite(`${origin}/v1/things`, 'POST', JSON.stringify({ version, more: 'x'.repeat(200) }));
    if (this.things.has(id) || this.removed.has(id)) this.faults.push(`the id ${id} was given twice`);
    this.things.set(id, version);
  }

  async #update(origin: string): Promise<void> {
    const [id] = [...this.things.keys()].slice(-3);
    if (id === undefined) return this.#insert(origin);
    const version = (this.#version += 1);
    this.sent.set(id, (this.sent.get(id) ?? new Set()).add(version));
    await sendWrite(`${origin}/v1/things/${id}`, 'PUT', JSON.stringify({ id, version }));
    if (this.things.has(id)) this.things.set(id, version);
  }

  async #remove(origin: string): Promise<void> {
    const [id] = this.things.keys();
    if (id === undefined) return;
    const version = this.things.get(id);
    // The server may be killed before or after it removes the thing.
    this.things.delete(id);
    const { ok } = await fetch(`${origin}/v1/things/${id}`, { method: 'DELETE', headers });
    if (!ok) this.faults.push(`thing ${id} (${version}) cannot be removed`);
    this.removed.add(id);
  }

  async #upload(origin: string, step: number): Promise<void> {
    const bytes = createBytes(step % 3 === 0 ? 3000 : 150_000 + step);
    const { id } = await sendWrite(`${origin}/upload/v1/simple?uploadType=media`, 'POST', bytes);
    if (this.reels.has(id)) this.faults.push(`the id ${id} was given twice`);
    this.reels.set(id, hashBytes(bytes));
  }

  async #continue(origin: string): Promise<void> {
    this.film ??= await openFilm(origin);
    const { film } = this;
    const end = Math.min(film.bytes.length, film.stored + unit);
    const range = `bytes ${film.stored}-${end - 1}/${film.bytes.length}`;
    const response = await fetch(origin + film.address, {
      method: 'PUT',
      headers: { 'content-range': range, 'content-type': 'video/mp4' },
      body: film.bytes.subarray(film.stored, end),
    });
    const text = await response.text();
    this.pieces += 1;
    film.stored = end;
    if (end < film.bytes.length) {
      if (response.status !== 308) this.faults.push(`a piece got ${response.status}`);
      return;
    }
    this.film = undefined;
    if (!response.ok) return void this.faults.push(`a film got ${response.status}`);
    this.reels.set(JSON.parse(text).id, hashBytes(film.bytes));
  }
}

async function openFilm(origin: string): Promise<Film> {
  const response = await fetch(`${origin}/upload/v1/reels?uploadType=resumable`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'x-upload-content-type': 'video/mp4' },
    body: JSON.stringify({ title: 'A film' }),
  });
  await response.arrayBuffer();
  const { pathname, search } = new URL(response.headers.get('location') ?? '');
  return { address: pathname + search, bytes: createBytes(3 * unit + 1000), stored: 0 };
}

async function sendWrite(
  address: string,
  method: string,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<{ id: string }> {
  const type = typeof body === 'string' ? 'application/json' : 'video/mp4';
  const response = await fetch(address, { method, headers: { ...headers, 'content-type': type }, body });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${text}`);
  return JSON.parse(text);
}

async function fetchRows(
  origin: string,
  table: string,
): Promise<readonly (readonly [string, Record<string, unknown>])[]> {
  const response = await fetch(`${origin}/__mock/state/${table}?limit=1000000`);
  const { items }: { items: readonly { key: string; row: Record<string, unknown> }[] } = await response.json();
  return items.map(({ key, row }) => [key, row]);
}

function createBytes(length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(randomBytes(length));
}

function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

let bundled: Promise<string> | undefined;

/** Bundles the server into one module, because loading its sources would take most of the time of each start. */
async function bundleServer(): Promise<string> {
  const outfile = join(mkdtempSync(join(tmpdir(), 'speccast-things-')), 'serve-things.mjs');
  process.once('exit', () => rmSync(dirname(outfile), { recursive: true, force: true }));
  const entry = join(await findPackage('shelf', 'reels'), 'src/mocks/bin.ts');
  // The server does not decode images.
  const external = ['*/images/decode-image.js'];
  // Aliases also match longer names that begin with them, so the longer names come first.
  const alias = Object.fromEntries(Object.entries(packageSources).toReversed());
  await build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    alias,
    external,
    loader: { '.wasm': 'binary' },
    logLevel: 'error',
  });
  return outfile;
}

async function startProcess(path: string, args: readonly string[]): Promise<{ process: ChildProcess; origin: string }> {
  bundled ??= bundleServer();
  const running = spawn(process.execPath, [await bundled, '--state', path, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  running.stderr.on('data', (text) => (errors += String(text)));
  const [line] = await Promise.race([once(running.stdout, 'data'), once(running, 'close')]);
  if (typeof line !== 'object') throw new Error(`The server did not start: ${errors}`);
  return { process: running, origin: new URL(String(line).trim()).origin };
}

/** Starts a server, waits for `work`, then ends the server with a signal. */
async function runServer(
  path: string,
  args: readonly string[],
  signal: 'SIGKILL' | 'SIGTERM',
  work: (origin: string) => Promise<void>,
): Promise<void> {
  const server = await startProcess(path, args);
  const closed = once(server.process, 'close');
  try {
    await work(server.origin);
  } finally {
    server.process.kill(signal);
    await closed;
  }
}

/** Kills a server repeatedly while clients write and upload, and checks after each restart that it has everything it acknowledged. */
export async function killServers(path: string, kills: number, args: readonly string[] = []): Promise<KillReport> {
  const clients = new Clients();
  for (let round = 0; round < kills; round += 1)
    await runServer(path, args, 'SIGKILL', async (origin) => {
      await clients.check(origin);
      const acknowledged = clients.waitForAcknowledged(20 + 7 * round);
      for (const kind of [0, 1, 2, 3, 4]) clients.begin(origin, kind);
      // Killed at once: a server that acknowledges too early loses the last writes.
      await acknowledged;
    });
  await clients.end();
  await runServer(path, args, 'SIGTERM', (origin) => clients.check(origin, Infinity));
  const { things, removed, reels, pieces, faults } = clients;
  return { inserted: things.size + removed.size, uploaded: reels.size, pieces, faults };
}
