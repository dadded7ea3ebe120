import { createEmulator } from '../../../generated/video-platform/dist/mocks/index.js';

/* `floors-worker.mjs <rows>`: prints the median times of a page, an insert and a fork among so many rows, as JSON, in microseconds. */

const turns = 60;
const warmUps = 20;

const emulator = createEmulator();
const { ownId: channelId } = emulator.as('floors');
const playlists = Array.from({ length: Number(process.argv[2]) }, (_, index) => ({
  snippet: { title: `Playlist ${index}`, channelId },
}));
emulator.seed({ playlists });
const body = JSON.stringify({ snippet: { title: 'One more' } });
const medians = [
  await time(() => call('&mine=true&maxResults=50')),
  await time(() => call('', { method: 'POST', body })),
  await time(() => emulator.fork()),
];
console.log(JSON.stringify(medians));

async function call(query, init) {
  const headers = { authorization: 'Bearer floors', 'content-type': 'application/json' };
  const response = await emulator.fetch(`${emulator.baseUrl}/playlists?part=snippet${query}`, { ...init, headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
}

/** Returns the median time of an action in microseconds, without the first turns. */
async function time(act) {
  const times = [];
  for (let turn = 0; turn < turns + warmUps; turn += 1) {
    const start = performance.now();
    await act();
    if (turn >= warmUps) times.push((performance.now() - start) * 1000);
  }
  return times.sort((one, other) => one - other)[turns / 2];
}
