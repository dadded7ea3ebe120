import {
  bearer,
  createVideoPlatform,
  type PlaylistsListResult,
  type WithParts,
  type Playlist,
} from '@speccast/video-platform';
import { createEmulator } from '@speccast/video-platform/mocks';
import { expect, test } from 'vitest';

/** A client of a fresh emulator, and the parts that its calls asked for. */
function open() {
  const emulator = createEmulator();
  const asked: (string | null)[] = [];
  const client = createVideoPlatform({
    auth: bearer('ann'),
    baseUrl: emulator.baseUrl,
    fetch: (request) => {
      asked.push(new URL(request.url).searchParams.get('part'));
      return emulator.fetch(request);
    },
  });
  return { emulator, client, asked };
}

test('a list answers the parts asked for, and types say so', async () => {
  const { client, asked } = open();
  const page: PlaylistsListResult<'status' | 'snippet'> = await client.playlists.list({
    mine: true,
    part: ['snippet', 'status'],
  });
  const [first] = page.items ?? [];
  if (first === undefined) throw new Error('a new channel has a playlist');
  const seen: WithParts<Playlist, 'id' | 'snippet'> = first;
  expect(Object.keys(first).toSorted()).toEqual(['etag', 'id', 'kind', 'snippet', 'status']);
  expect([seen.snippet.title, first.status.privacyStatus]).toEqual(['My playlist', expect.any(String)]);
  // @ts-expect-error -- it was not asked for, and does not come
  expect(first.contentDetails).toBeUndefined();
  expect(asked).toEqual(['snippet,status']);
});

test('a call that names no parts gets those that the spec names; an update those of its body', async () => {
  const { client, asked } = open();
  const made = await client.playlists.insert({ body: { snippet: { title: 'Tides' } } });
  const changed = await client.playlists.update({ body: { id: made.id, snippet: { title: 'Ebb' } } });
  expect([made.snippet.title, made.status.privacyStatus, changed.snippet?.title]).toEqual(['Tides', 'public', 'Ebb']);
  expect(changed.status).toBeUndefined();
  expect(asked).toEqual(['contentDetails,snippet,status', 'id,snippet']);
});

test('without parts the emulator sends all of them', async () => {
  const { emulator } = open();
  const url = `${emulator.baseUrl}/playlists?mine=true`;
  const answer = await emulator.fetch(url, { headers: { authorization: 'Bearer ann' } });
  const { items }: { items: readonly object[] } = await answer.json();
  expect(items[0]).toMatchObject({ snippet: {}, status: {}, contentDetails: {} });
});
