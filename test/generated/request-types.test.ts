import type {
  ChannelSectionInput,
  ChannelSectionSnippet,
  Playlist,
  PlaylistInput,
  PlaylistsListParams,
  VideoPlatform,
  VideosListParams,
} from '@speccast/video-platform';
import * as validators from '@speccast/video-platform/validators';
import type { Unrecognized } from '@speccast/runtime';
import { playlistsUpdateBody, Playlist as playlist } from '@speccast/video-platform/validators';
import { describe, expect, expectTypeOf, test } from 'vitest';

describe('types of requests', () => {
  test('can be built step by step', () => {
    const params: PlaylistsListParams = { id: ['a', 'b'] as const };
    params.maxResults = 3;
    params.id = ['c'];
    const body: PlaylistInput = { snippet: { title: 'Tides' } };
    body.status = { privacyStatus: 'private' };
    body.status.privacyStatus = 'public';
    body.localizations = {};
    body.localizations['de'] = { title: 'Gezeiten' };
    expect([params, body]).toEqual([
      { maxResults: 3, id: ['c'] },
      {
        snippet: { title: 'Tides' },
        status: { privacyStatus: 'public' },
        localizations: { de: { title: 'Gezeiten' } },
      },
    ]);
  });

  test('have readonly arrays', () => {
    const params: VideosListParams = { part: ['id'], id: Object.freeze(['a']) };
    // @ts-expect-error an array is replaced, not changed
    const add = () => params.id?.push('b');
    expect(add).toThrow(TypeError);
  });

  test('accept only the declared values of an enum, and `Unrecognized`', () => {
    const section: ChannelSectionInput = { snippet: { type: 'popularUploads' } };
    // @ts-expect-error a letter is missing
    const wrong: ChannelSectionInput = { snippet: { type: 'popularUpload' } };
    const received: ChannelSectionSnippet = { type: 'newInTheNextVersion' as Unrecognized };
    const sent: ChannelSectionInput = { snippet: received };
    expect([section, wrong, sent]).toHaveLength(3);
    const insert = (client: VideoPlatform) =>
      // @ts-expect-error a letter is missing
      client.playlists.insert({ body: { status: { privacyStatus: 'privat' } } });
    expect(insert).toBeTypeOf('function');
  });
});

describe('types of responses', () => {
  test('are readonly, and requests have no members that only the service sets', () => {
    const received: Playlist = { status: { privacyStatus: 'public' } };
    // @ts-expect-error responses are readonly
    received.etag = 'x';
    expectTypeOf<keyof PlaylistInput>().toEqualTypeOf<'id' | 'kind' | 'localizations' | 'snippet' | 'status'>();
    expectTypeOf<Required<PlaylistInput>['id']>().toEqualTypeOf<Required<Playlist>['id']>();
  });

  test('can be sent in a request, with values of enums that are newer than the spec', () => {
    const received: Playlist = { snippet: { title: 'Tides' }, status: { privacyStatus: 'new' as Unrecognized } };
    const sent: PlaylistInput[] = [received];
    const { privacyStatus } = received.status ?? {};
    if (privacyStatus !== 'public' && privacyStatus !== 'private' && privacyStatus !== undefined)
      expectTypeOf(privacyStatus).toEqualTypeOf<Unrecognized>();
    const words: Partial<Record<NonNullable<typeof privacyStatus>, string>> = { public: 'for all' };
    expect(words[privacyStatus ?? 'public']).toBeUndefined();
    expect(privacyStatus === 'newer').toBe(false);
    expect([playlist.is(received), playlistsUpdateBody.is(received), sent]).toEqual([false, false, [received]]);
  });
});

describe('rules between parameters', () => {
  /** Calls that compile, and calls that do not, sorted by operation. The function is never called. */
  const calls = (client: VideoPlatform, own: boolean): readonly unknown[] => [
    client.activities.list({ channelId: 'UC1', maxResults: 5 }),
    client.channelSections.list({ mine: own, id: undefined }),
    client.channels.list({ forHandle: '@ann', mine: false }),
    client.commentThreads.list({ videoId: 'v1', order: 'time' }),
    client.comments.list({ parentId: 'c1' }),
    client.guideCategories.list({ regionCode: 'DE', hl: 'de' }),
    client.playlistItems.list({ playlistId: 'PL1', videoId: 'v1' }),
    client.playlists.list({ id: ['PL1'] }),
    client.search.list(),
    client.search.list({ q: 'tides', forMine: true, type: ['video'] }),
    client.subscriptions.list({ mine: true, forChannelId: 'UC1' }),
    client.videoCategories.list({ id: ['1'] }),
    client.videos.list({ myRating: 'like', maxResults: 50 }),
    // @ts-expect-error -- exactly one of channelId, home and mine
    client.activities.list({ maxResults: 5 }),
    // @ts-expect-error -- two selectors
    client.activities.list({ channelId: 'UC1', mine: true }),
    // @ts-expect-error -- no selector
    client.channelSections.list(),
    // @ts-expect-error -- two selectors
    client.channelSections.list({ id: ['a'], channelId: 'UC1' }),
    // @ts-expect-error -- no selector
    client.channels.list(),
    // @ts-expect-error -- two selectors
    client.channels.list({ mine: true, forHandle: '@ann' }),
    // @ts-expect-error -- no selector
    client.commentThreads.list({ searchTerms: 'tides' }),
    // @ts-expect-error -- two selectors
    client.commentThreads.list({ videoId: 'v1', channelId: 'UC1' }),
    // @ts-expect-error -- no selector
    client.comments.list({}),
    // @ts-expect-error -- two selectors
    client.comments.list({ id: ['c1'], parentId: 'c2' }),
    // @ts-expect-error -- no selector
    client.guideCategories.list({ hl: 'de' }),
    // @ts-expect-error -- two selectors
    client.guideCategories.list({ id: ['1'], regionCode: 'DE' }),
    // @ts-expect-error -- no selector
    client.playlistItems.list({ videoId: 'v1' }),
    // @ts-expect-error -- two selectors
    client.playlistItems.list({ id: ['a'], playlistId: 'PL1' }),
    // @ts-expect-error -- no selector
    client.playlists.list(),
    // @ts-expect-error -- two selectors
    client.playlists.list({ channelId: 'UC1', mine: true }),
    // @ts-expect-error -- at most one of forContentOwner, forDeveloper and forMine
    client.search.list({ forMine: true, forDeveloper: true }),
    // @ts-expect-error -- no selector
    client.subscriptions.list({ forChannelId: 'UC1' }),
    // @ts-expect-error -- two selectors
    client.subscriptions.list({ mine: true, mySubscribers: true }),
    // @ts-expect-error -- no selector
    client.videoCategories.list(),
    // @ts-expect-error -- two selectors
    client.videoCategories.list({ id: ['1'], regionCode: 'DE' }),
    // @ts-expect-error -- no selector
    client.videos.list({}),
    // @ts-expect-error -- two selectors
    client.videos.list({ id: ['a'], chart: 'mostPopular' }),
  ];

  test('are checked by the types of params of each operation that has rules', () => {
    const ruled = Object.entries(validators).flatMap(([name, one]) =>
      'rules' in one && (one.rules.exactlyOne ?? one.rules.atMostOne) ? [name.replace('ListParameters', '.list(')] : [],
    );
    expect(ruled).toHaveLength(12);
    expect(ruled.filter((call) => String(calls).split(`client.${call}`).length < 3)).toEqual([]);
  });
});
