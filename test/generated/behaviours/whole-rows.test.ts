import { apiKey, createVideoPlatform, joinIds } from '@speccast/video-platform';
import { createEmulator } from '@speccast/video-platform/mocks';
import { expect, test } from 'vitest';
import { at } from './call.js';
import { valuesAt } from './platform.js';

type Emulator = ReturnType<typeof createEmulator>;
type Body = Readonly<Record<string, unknown>>;

/** The JSON of a response, a resource or a list, beside its status and the header `x-mock-ignored`. */
interface Received {
  readonly status: number;
  readonly ignored: string | null;
  readonly id: string;
  readonly items: readonly { readonly id: string }[];
  readonly nextPageToken?: string;
  readonly pageInfo?: Body;
}

/** Sends a request of a caller, or with a key, and reads the JSON of the response. */
async function send(emulator: Emulator, path: string, token?: string, init: RequestInit = {}): Promise<Received> {
  const url = new URL(emulator.baseUrl + path);
  if (token === undefined) url.searchParams.set('key', 'k');
  const headers = new Headers(init.headers);
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  const response = await emulator.fetch(url, { ...init, headers });
  const text = await response.text();
  return { status: response.status, ignored: response.headers.get('x-mock-ignored'), ...(text && JSON.parse(text)) };
}

function post(emulator: Emulator, path: string, token: string, body: Body): Promise<Received> {
  const headers = { 'content-type': 'application/json' };
  return send(emulator, path, token, { method: 'POST', headers, body: JSON.stringify(body) });
}

function upload(emulator: Emulator, token: string): Promise<Received> {
  const init = { method: 'POST', headers: { 'content-type': 'video/mp4' }, body: 'bytes' };
  return send(emulator, `/videos?part=${every}`, token, init);
}

const every = 'id,snippet,contentDetails,statistics,status,player';

test.each(['documented', 'vendor'] as const)('what is made is whole, whoever makes it (%s)', async (profile) => {
  const emulator = createEmulator({ profile });
  const { ownId } = emulator.as('ann');
  const whole = {
    snippet: { liveBroadcastContent: 'none', channelTitle: 'My channel' },
    contentDetails: { duration: 'P0D', dimension: '2d', definition: 'hd', caption: 'false', projection: 'rectangular' },
    statistics: { viewCount: '0', likeCount: '0' },
    status: { license: 'youtube', embeddable: true, publicStatsViewable: true, uploadStatus: 'processed' },
    player: { embedHtml: expect.stringMatching(/^<iframe width="480".*\/embed\//) },
  };
  const uploaded = await upload(emulator, 'ann');
  expect(uploaded).toMatchObject(whole);
  const inserted = emulator.state.videos.insert({ snippet: { title: 'By a test', channelId: ownId } });
  emulator.seed({ videos: [{ id: '${v}', snippet: { title: 'By a seed', channelId: ownId } }] });
  const found = await send(emulator, `/videos?part=${every}&id=${uploaded.id},${inserted.id}`);
  expect(found.items).toMatchObject([whole, whole]);
  const [channel] = (await send(emulator, '/channels?part=contentDetails,statistics&mine=true', 'ann')).items;
  const uploads = `UU${ownId.slice(2)}`;
  expect(channel).toMatchObject({
    contentDetails: { relatedPlaylists: { uploads, likes: `LL${ownId.slice(2)}` } },
    statistics: { videoCount: '4', viewCount: '42' },
  });
  const list = await send(emulator, `/playlistItems?part=snippet,contentDetails&playlistId=${uploads}`);
  expect(valuesAt(list.items, 'snippet.title')).toEqual(['By a seed', 'By a test', 'unknown', 'My first video']);
  expect(at(list, 'items.0.snippet')).toMatchObject({
    channelTitle: 'My channel',
    videoOwnerChannelTitle: 'My channel',
    videoOwnerChannelId: ownId,
    thumbnails: { default: { width: 120, url: expect.stringContaining('/thumbnails/videos/') } },
    position: 0,
  });
  const activities = await send(emulator, `/activities?part=snippet&channelId=${ownId}`);
  expect(valuesAt(activities.items, 'snippet.type').filter((type) => type === 'upload')).toHaveLength(4);
});

test('subscriptions, comments and channels that tests make are whole', async () => {
  const emulator = createEmulator();
  const { ownId } = emulator.as('ann');
  const channel = emulator.state.channels.insert({ snippet: { title: 'New' } });
  const subscription = { part: 'snippet', body: { snippet: { resourceId: { channelId: channel.id } } } };
  const made = await post(emulator, '/subscriptions', 'ann', subscription.body);
  expect(made).toMatchObject({
    snippet: { title: 'New', thumbnails: { default: { width: 88 } } },
    contentDetails: { totalItemCount: 0, newItemCount: 0 },
    subscriberSnippet: { channelId: ownId, thumbnails: { default: { width: 88 } } },
  });
  const uploads = `UU${String(channel.id).slice(2)}`;
  emulator.state.videos.insert({ snippet: { title: 'V', channelId: channel.id } });
  expect(at(await send(emulator, `/playlistItems?playlistId=${uploads}`), 'pageInfo.totalResults')).toBe(1);
  const comment = emulator.state.comments.insert({
    snippet: { channelId: channel.id, textOriginal: 'Hi', authorChannelId: { value: ownId } },
  });
  const threads = await send(emulator, `/commentThreads?channelId=${channel.id}`);
  expect(threads.items).toMatchObject([
    {
      id: comment.id,
      snippet: {
        canReply: true,
        topLevelComment: {
          snippet: {
            textDisplay: 'Hi',
            authorDisplayName: 'My channel',
            authorProfileImageUrl: expect.stringContaining(ownId),
            authorChannelUrl: `http://www.youtube.com/channel/${ownId}`,
          },
        },
      },
    },
  ]);
});

test('the alias LL is the list of what the caller likes', async () => {
  const emulator = createEmulator({ profile: 'vendor' });
  expect((await send(emulator, '/playlistItems?part=snippet&playlistId=LL', 'ann')).items).toHaveLength(1);
  expect((await send(emulator, '/playlistItems?part=snippet&playlistId=LL')).status).toBe(404);
});

test.each(['documented', 'vendor'] as const)(
  'lists by ids come at once, and joined look-ups too (%s)',
  async (profile) => {
    const emulator = createEmulator({ profile });
    const { ownId } = emulator.as('ann');
    const ids = Array.from({ length: 50 }, (_, at) => {
      return emulator.state.videos.insert({ snippet: { title: `V${at}`, channelId: ownId } }).id;
    });
    const list = await send(emulator, `/videos?part=snippet&id=${ids.join()}`);
    expect(list.items.map(({ id }) => id)).toEqual(ids);
    expect([list.nextPageToken, list.pageInfo]).toEqual([undefined, { totalResults: 50, resultsPerPage: 50 }]);
    const one = await send(emulator, `/videos?part=id, snippet&id=${ids[0]}, ${ids[1]}&maxResults=1`);
    expect([one.items.length, one.ignored]).toEqual([2, 'maxResults']);
    const none = await send(emulator, '/channels?part=id&id=UCnone');
    expect(none).toEqual({
      ...(profile === 'documented' && { items: [] }),
      status: 200,
      ignored: null,
      kind: 'youtube#channelListResponse',
      etag: expect.any(String),
      pageInfo: { totalResults: 0, resultsPerPage: profile === 'vendor' ? 5 : 50 },
    });
  },
);

test.each(['documented', 'vendor'] as const)('each of many joined look-ups gets its own (%s)', async (profile) => {
  const emulator = createEmulator({ profile });
  const { ownId } = emulator.as('ann');
  const { baseUrl, fetch } = emulator;
  const ids = Array.from({ length: 120 }, (_, at) =>
    at % 7 === 3
      ? `missing-${at}`
      : String(emulator.state.videos.insert({ snippet: { title: `V${at}`, channelId: ownId } }).id),
  );
  const client = createVideoPlatform({ auth: apiKey('k'), baseUrl, fetch, joinIds: joinIds() });
  const sent = emulator.journal.length;
  const joined = await Promise.all(ids.map((id) => client.videos.list({ part: ['id'], id: [id] })));
  expect(emulator.journal.length - sent).toBeLessThan(8);
  const single = createVideoPlatform({ auth: apiKey('k'), baseUrl, fetch });
  for (const [at, id] of ids.entries()) {
    const items = joined[at]?.items;
    expect(items?.map((one) => one.id)).toEqual(at % 7 === 3 ? [] : [id]);
    if (at < 8) expect(items).toEqual((await single.videos.list({ part: ['id'], id: [id] })).items);
  }
});

test.each(['documented', 'vendor'] as const)(
  'a scheduled video is published when its time comes (%s)',
  async (profile) => {
    const emulator = createEmulator({ profile });
    const { ownId } = emulator.as('ann');
    const at = (days: number): string => new Date(emulator.clock.now() + days * 86_400_000).toISOString();
    const schedule = (publishAt: string): string => {
      const snippet = { title: 'Later', channelId: ownId };
      return String(emulator.state.videos.insert({ snippet, status: { privacyStatus: 'private', publishAt } }).id);
    };
    const due = at(2);
    const soon = due.replace('Z', '+00:00');
    const [later, past] = [schedule(soon), schedule(at(-1))];
    const seen = async (id: string): Promise<number> => (await send(emulator, `/videos?part=id&id=${id}`)).items.length;
    expect([await seen(later), await seen(past)]).toEqual([0, 1]);
    emulator.clock.advance(3 * 86_400_000);
    expect(emulator.state.videos.get(later)).toMatchObject({
      status: { privacyStatus: 'public' },
      snippet: { publishedAt: due },
    });
    expect(emulator.state.videos.get(later)?.status).not.toHaveProperty('publishAt');
    const uploads = await send(emulator, `/playlistItems?part=snippet&playlistId=UU${ownId.slice(2)}`);
    expect(valuesAt(uploads.items, 'snippet.resourceId.videoId')).toContain(later);
  },
);

test('what is only for owners is sent to them alone, and bans hold', async () => {
  const emulator = createEmulator({ profile: 'vendor' });
  const { ownId } = emulator.as('ann');
  const { id } = await upload(emulator, 'ann');
  await send(emulator, `/videos/rate?id=${id}&rating=dislike`, 'bob', { method: 'POST' });
  const dislikes = async (token?: string): Promise<unknown> =>
    at(await send(emulator, `/videos?part=statistics&id=${id}`, token), 'items.0.statistics.dislikeCount');
  expect([await dislikes('ann'), await dislikes('bob'), await dislikes()]).toEqual(['1', undefined, undefined]);
  const write = (): Promise<Received> =>
    post(emulator, '/commentThreads?part=snippet', 'bob', {
      snippet: { videoId: id, topLevelComment: { snippet: { textOriginal: 'First' } } },
    });
  const thread = await write();
  const list = async (token?: string): Promise<Received['items']> =>
    (await send(emulator, `/commentThreads?part=snippet&videoId=${id}`, token)).items;
  const status = async (token?: string): Promise<unknown> =>
    at(await list(token), '0.snippet.topLevelComment.snippet.moderationStatus');
  expect([await status('ann'), await status('bob'), await status()]).toEqual(['published', undefined, undefined]);
  const named = await send(emulator, `/comments?part=snippet&id=${thread.id}`, 'ann');
  expect(at(named, 'items.0.snippet')).not.toHaveProperty('moderationStatus');
  const ban = `/comments/setModerationStatus?id=${thread.id}&moderationStatus=rejected&banAuthor=true`;
  await send(emulator, ban, 'ann', { method: 'POST' });
  await write();
  expect(await list()).toEqual([]);
  expect(emulator.state.comments.list().filter((row) => at(row, 'snippet.channelId') === ownId)).toHaveLength(4);
});
