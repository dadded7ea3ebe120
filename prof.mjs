import { createEmulator } from '@speccast/video-platform/mocks';
const size = +process.argv[2] || 10000;
const emulator = createEmulator();
const { ownId: channelId } = emulator.as('floors');
emulator.seed({
  playlists: Array.from({ length: size }, (_, i) => ({ snippet: { title: `Playlist ${i}`, channelId } })),
});
const call = async (q, init = {}) => {
  const r = await emulator.fetch(`${emulator.baseUrl}/playlists?part=snippet${q}`, {
    ...init,
    headers: { authorization: 'Bearer floors', 'content-type': 'application/json' },
  });
  await r.text();
};
const t = async (f, n) => {
  const a = [];
  for (let i = 0; i < n; i++) {
    const s = performance.now();
    await f();
    a.push(performance.now() - s);
  }
  a.sort((x, y) => x - y);
  return a[n >> 1].toFixed(2);
};
const n = +process.argv[3] || 150;
console.log('list', await t(() => call('&mine=true&maxResults=50'), n));
console.log(
  'insert',
  await t(() => call('', { method: 'POST', body: JSON.stringify({ snippet: { title: 'x' } }) }), n),
);
