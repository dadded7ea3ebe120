// Run by Jest: see `node-and-jest.test.ts`.
import { createEmulator } from '@speccast/video-platform/mocks';
import { setupEmulator } from '@speccast/video-platform/jest';

const emulator = setupEmulator(createEmulator);
const headers = { authorization: 'Bearer t', 'content-type': 'application/json' };

async function insert(title) {
  const body = JSON.stringify({ snippet: { title } });
  await emulator.fetch(`${emulator.baseUrl}/playlists?part=snippet`, { method: 'POST', headers, body });
}

for (const title of ['Tides', 'Ebb'])
  test(`passes: each test starts with a fresh emulator, ${title}`, async () => {
    expect(emulator.journal).toHaveLength(0);
    await insert(title);
    expect(emulator.state.playlists.list().filter(({ snippet }) => /Tides|Ebb/.test(snippet.title))).toHaveLength(1);
    expect(emulator).toHaveReceived('playlists.insert', {
      body: { snippet: { title: expect.stringMatching(/^[TE]/) } },
    });
    expect(emulator).not.toHaveReceived('playlists.delete');
  });

test('fails: the message shows the received request', async () => {
  await insert('Neap');
  expect(emulator).toHaveReceived('playlists.insert', { body: { snippet: { title: 'Spring' } } });
});
