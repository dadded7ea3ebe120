import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createEmulator, type VideoPlatformEmulator } from '@speccast/video-platform/mocks';
import { median, printTable } from '../report.js';

const sizes = [100, 1_000, 100_000];
const token = 'scale';
const film = new Blob([new Uint8Array(64)], { type: 'video/mp4' });
const words = ['bread', 'stars', 'garden', 'piano', 'glass', 'river', 'wood', 'light', 'paper', 'stone'];

interface Scene {
  readonly emulator: VideoPlatformEmulator;
  readonly uploads: string;
  readonly playlist: string;
  readonly ids: readonly string[];
}

/** Measures worlds of 100, 1,000 and 100,000 videos, and prints what a deed takes in each, and the heap that each holds. */
export async function runScale(): Promise<void> {
  const columns: ReadonlyMap<string, number>[] = [];
  const heap: string[][] = [];
  const empty = readHeap();
  for (const size of sizes) {
    const scene = await fill(size);
    const filled = readHeap() - empty;
    columns.push(await measureAll(scene));
    heap.push([String(size), ...[filled, readHeap() - empty].map((bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`)]);
  }
  const rows = [...(columns[0]?.keys() ?? [])].map((name) => {
    const medians = columns.map((column) => column.get(name) ?? Number.NaN);
    const times = (medians.at(-1) ?? Number.NaN) / (medians[0] ?? Number.NaN);
    return [name, ...medians.map((one) => one.toFixed(1)), times.toFixed(2)];
  });
  console.log(`\n${printTable([['median, microseconds', ...sizes, 'times'], ...rows])}`);
  console.log(`\n${printTable([['videos', 'heap filled', 'heap after the measurements'], ...heap])}`);
}

/** A channel that uploaded so many videos, and has as many of them as fit in a playlist. */
async function fill(size: number): Promise<Scene> {
  const emulator = createEmulator();
  const { ownId } = emulator.as(token);
  const channel = emulator.state.channels.get(ownId);
  const uploads = String(channel?.contentDetails?.relatedPlaylists?.uploads);
  const ids = Array.from({ length: size }, (_one, index) => `v${String(index).padStart(10, '0')}`);
  const taken = (await call(emulator, 'GET', `/playlistItems?playlistId=${uploads}&maxResults=50`)).total;
  emulator.seed({
    videos: ids.map((id, index) => createVideo(id, index, { size, channelId: ownId })),
    playlistItems: ids.map((id, index) => ({
      snippet: {
        playlistId: uploads,
        position: taken + index,
        resourceId: { kind: 'youtube#video', videoId: id },
      },
    })),
    activities: ids.map((id) => ({
      snippet: { type: 'upload', channelId: ownId },
      contentDetails: { upload: { videoId: id } },
    })),
  });
  const made = await call(emulator, 'POST', '/playlists', { snippet: { title: 'Scale' } });
  return { emulator, uploads, playlist: made.id, ids };
}

/** A word that ten videos of a world have. */
function topic(number: number): string {
  return `t${String(number).padStart(6, '0')}`;
}

function createVideo(
  id: string,
  index: number,
  { size, channelId }: { readonly size: number; readonly channelId: string },
): Readonly<Record<string, never>> {
  const word = (step: number): string => String(words[(index * step) % words.length]);
  const row = {
    id,
    snippet: {
      title: `Video ${index} of ${word(1)} and ${word(3)}`,
      description: `All about ${word(7)}, ${topic(index % Math.ceil(size / 10))}.`,
      channelId,
      publishedAt: new Date(Date.UTC(2025, 0, 1) + index * 1000).toISOString(),
    },
    statistics: { viewCount: String((index * 7919) % 1_000_003) },
  };
  // The rows of a seed are JSON of any kind.
  return row as unknown as Readonly<Record<string, never>>;
}

interface Called {
  readonly id: string;
  readonly total: number;
}

async function call(
  { fetch, baseUrl }: Pick<VideoPlatformEmulator, 'fetch' | 'baseUrl'>,
  method: string,
  path: string,
  body?: object,
): Promise<Called> {
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body instanceof Blob ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  // The answer of a list or of an insert; of neither, nothing is read.
  const json = (text === '' ? {} : JSON.parse(text)) as { id?: string; pageInfo?: { totalResults?: number } };
  return { id: json.id ?? '', total: json.pageInfo?.totalResults ?? 0 };
}

async function measureAll({ emulator, uploads, playlist, ids }: Scene): Promise<ReadonlyMap<string, number>> {
  const results = new Map<string, number>();
  const get = (path: string) => () => call(emulator, 'GET', path);
  const some = ids.filter((_id, index) => index % Math.max(1, ids.length / 50) < 1).slice(0, 50);
  const measure = async (name: string, deed: (turn: number) => unknown): Promise<void> => {
    results.set(name, await time(deed));
  };
  await measure('fork', () => emulator.fork());
  await measure('snapshot and restore', () => emulator.restore(emulator.snapshot()));
  await measure('videos.list, 50 ids', get(`/videos?id=${some.join(',')}`));
  await measure('videos.list, mostPopular', get('/videos?chart=mostPopular&maxResults=50'));
  await measure("playlistItems.list, a channel's uploads", get(`/playlistItems?playlistId=${uploads}&maxResults=50`));
  for (let index = 0; index < 60; index += 1) await addItem(emulator, playlist, String(ids[index]));
  await measure('playlistItems.list, a playlist', get(`/playlistItems?playlistId=${playlist}&maxResults=50`));
  for (const order of ['relevance', 'date', 'title']) {
    // What is not wanted is in none; it makes each query one that was not asked before.
    const few = (turn: number): string => `${topic((turn * 37) % Math.ceil(ids.length / 10))}+-new${turn}`;
    await measure(`search.list, new words, by ${order}`, (turn) =>
      call(emulator, 'GET', `/search?type=video&maxResults=5&order=${order}&q=${few(turn)}`),
    );
    await measure(`search.list, word of all, by ${order}`, get(`/search?maxResults=50&order=${order}&q=video`));
  }
  const made: string[] = [];
  await measure('videos.insert', async () => {
    made.push((await call(emulator, 'POST', '/videos', film)).id);
  });
  await measure('videos.insert, then all lists above', async () => {
    await call(emulator, 'POST', '/videos', film);
    await get('/videos?chart=mostPopular&maxResults=5')();
    await get(`/playlistItems?playlistId=${uploads}&maxResults=5`)();
    await get('/search?maxResults=5&order=date&q=video')();
  });
  await measure('playlistItems.insert at the end', (turn) =>
    addItem(emulator, playlist, String(ids[turn % ids.length])),
  );
  await measure('videos.update', (turn) =>
    call(emulator, 'PUT', '/videos', { id: ids[turn % ids.length], snippet: { title: `Changed ${turn}` } }),
  );
  await measure('videos.delete', (turn) => call(emulator, 'DELETE', `/videos?id=${made[turn]}`));
  return results;
}

function addItem(emulator: VideoPlatformEmulator, playlistId: string, videoId: string): Promise<Called> {
  const resourceId = { kind: 'youtube#video', videoId };
  return call(emulator, 'POST', '/playlistItems', { snippet: { playlistId, resourceId } });
}

const turns = 60;
const warmUps = 20;

/** Median time of a deed in microseconds; the first few turns do not count. */
async function time(deed: (turn: number) => unknown): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < turns + warmUps; turn += 1) {
    const start = performance.now();
    await deed(turn);
    if (turn >= warmUps) times.push((performance.now() - start) * 1000);
  }
  return median(times);
}

/** Collects garbage, and returns the bytes of the heap in use. */
function readHeap(): number {
  setFlagsFromString('--expose-gc');
  // With the flag set a new context has the function.
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}
