import { createEmulator } from '@speccast/video-platform/mocks';
import { median, printTable } from '../report.js';

const sizes = [100, 10_000];
const turns = 60;
const warmUps = 20;

/** Measures a page, an insert and a fork among few and among many rows, and prints medians in microseconds beside their goals. */
export async function runFloors(): Promise<void> {
  const columns: (readonly number[])[] = [];
  for (const size of sizes) columns.push(await measureAmong(size));
  const goals: Readonly<Record<string, number | undefined>> = {
    'a page of 50': 10_000,
    'an insert': 1000,
    'a fork': undefined,
  };
  const rows = Object.entries(goals).map(([name, goal], row) => [
    name,
    ...columns.map((column) => column[row]?.toFixed(0)),
    goal,
  ]);
  console.log(`\n${printTable([['Median, µs', ...sizes.map((size) => `${size} rows`), 'at most'], ...rows])}`);
}

async function measureAmong(size: number): Promise<readonly number[]> {
  const emulator = createEmulator();
  const { ownId: channelId } = emulator.as('floors');
  const playlists = Array.from({ length: size }, (_, index) => ({
    snippet: { title: `Playlist ${index}`, channelId },
  }));
  emulator.seed({ playlists });
  const call = async (query: string, init: RequestInit = {}): Promise<void> => {
    const headers = { authorization: 'Bearer floors', 'content-type': 'application/json' };
    const response = await emulator.fetch(`${emulator.baseUrl}/playlists?part=snippet${query}`, { ...init, headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text}`);
  };
  const body = JSON.stringify({ snippet: { title: 'One more' } });
  return [
    await time(() => call('&mine=true&maxResults=50')),
    await time(() => call('', { method: 'POST', body })),
    await time(() => emulator.fork()),
  ];
}

/** Returns the median time of an action in microseconds; the first few turns do not count. */
async function time(deed: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < turns + warmUps; turn += 1) {
    const start = performance.now();
    await deed();
    if (turn >= warmUps) times.push((performance.now() - start) * 1000);
  }
  return median(times);
}
