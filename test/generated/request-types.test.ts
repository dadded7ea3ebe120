import type {
  ChannelSectionInput,
  ChannelSectionSnippet,
  Playlist,
  PlaylistInput,
  PlaylistsListParams,
  VideoPlatform,
  VideosListParams,
} from '@speccast/video-platform';
import { isPlaylist, playlistsUpdateBody, Playlist as playlist } from '@speccast/video-platform/validators';
import { describe, expect, expectTypeOf, test } from 'vitest';

describe('types of requests', () => {
  test('are built step by step', () => {
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

  test('leave arrays as they are, so that they take readonly ones, too', () => {
    const params: VideosListParams = { part: ['id'], id: Object.freeze(['a']) };
    // @ts-expect-error a new array replaces the old one
    const add = () => params.id?.push('b');
    expect(add).toThrow(TypeError);
  });

  test('take no other values of an enum than those declared, wherever it is', () => {
    const section: ChannelSectionInput = { snippet: { type: 'popularUploads' } };
    // @ts-expect-error a letter is missing
    const wrong: ChannelSectionInput = { snippet: { type: 'popularUpload' } };
    const received: ChannelSectionSnippet = { type: 'newInTheNextVersion' };
    expect([section, wrong, received]).toHaveLength(3);
    const insert = (client: VideoPlatform) =>
      // @ts-expect-error a letter is missing
      client.playlists.insert({ body: { status: { privacyStatus: 'privat' } } });
    expect(insert).toBeTypeOf('function');
  });
});

describe('types of responses', () => {
  test('are readonly, and have the docs and the modifiers of the model in a request', () => {
    const received: Playlist = { status: { privacyStatus: 'new' } };
    // @ts-expect-error what was received stays as it is
    received.etag = 'x';
    expectTypeOf<Required<PlaylistInput>['etag']>().toEqualTypeOf<Required<Playlist>['etag']>();
    expectTypeOf<keyof PlaylistInput>().toEqualTypeOf<keyof Playlist>();
  });

  test('can be sent once their enums are validated', () => {
    const received: Playlist = { snippet: { title: 'Tides' }, status: { privacyStatus: 'public' } };
    const sent: PlaylistInput[] = [];
    // @ts-expect-error the service may have a value that is newer than the package
    sent.push(received);
    if (playlistsUpdateBody.is(received)) sent.push(received);
    sent.push(...[received].filter(isPlaylist));
    const strange: Playlist = { status: { privacyStatus: 'new' } };
    if (playlistsUpdateBody.is(strange)) sent.push(strange);
    expect(sent).toEqual([received, received, received]);
    expect(playlist.is(strange)).toBe(false);
  });
});
