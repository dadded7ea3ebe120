import {
  bearer,
  createVideoPlatform,
  type PlaylistsListResult,
  type WithParts,
  type Playlist,
} from '@speccast/video-platform';
import { createEmulator } from '@speccast/video-platform/mocks';
import { expect, test } from 'vitest';

/** Creates an emulator with a client, and records the parameter `part` of each request. */
function open() {
  const emulator = createEmulator();
  const requested: (string | null)[] = [];
  const client = createVideoPlatform({
    auth: bearer('ann'),
    baseUrl: emulator.baseUrl,
    fetch: (request) => {
      requested.push(new URL(request.url).searchParams.get('part'));
      return emulator.fetch(request);
    },
  });
  return { emulator, client, requested };
}

test('the items of a list have the requested parts, also in their types', async () => {
  const { client, requested } = open();
  const page: PlaylistsListResult<'status' | 'snippet'> = await client.playlists.list({
    mine: true,
    part: ['snippet', 'status'],
  });
  const [first] = page.items ?? [];
  if (first === undefined) throw new Error('the new channel has no playlist');
  const seen: WithParts<Playlist, 'id' | 'snippet'> = first;
  expect(Object.keys(first).toSorted()).toEqual(['etag', 'id', 'kind', 'snippet', 'status']);
  expect([seen.snippet.title, first.status.privacyStatus]).toEqual(['My playlist', expect.any(String)]);
  // @ts-expect-error -- the part was not requested
  expect(first.contentDetails).toBeUndefined();
  expect(requested).toEqual(['snippet,status']);
});

test('a call without `part` requests the default parts of the spec, and an update the parts of its body', async () => {
  const { client, requested } = open();
  const playlist = await client.playlists.insert({ body: { snippet: { title: 'Tides' } } });
  const changed = await client.playlists.update({ body: { id: playlist.id, snippet: { title: 'Ebb' } } });
  expect([playlist.snippet.title, playlist.status.privacyStatus, changed.snippet?.title]).toEqual([
    'Tides',
    'public',
    'Ebb',
  ]);
  expect(changed.status).toBeUndefined();
  expect(requested).toEqual(['contentDetails,snippet,status', 'id,snippet']);
});

test('without `part` the emulator responds with all parts', async () => {
  const { emulator } = open();
  const url = `${emulator.baseUrl}/playlists?mine=true`;
  const response = await emulator.fetch(url, { headers: { authorization: 'Bearer ann' } });
  const { items }: { items: readonly object[] } = await response.json();
  expect(items[0]).toMatchObject({ snippet: {}, status: {}, contentDetails: {} });
});
