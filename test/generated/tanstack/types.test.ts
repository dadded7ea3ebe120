import { QueryClient } from '@tanstack/query-core';
import { accountsNetworkReportGenerateQueryOptions } from '@speccast/ad-reporting/tanstack';
import { createAdReporting } from '@speccast/ad-reporting';
import { type PlaylistsListParams, createVideoPlatform } from '@speccast/video-platform';
import {
  captionsDownloadQueryOptions,
  keys,
  playlistsDeleteMutationOptions,
  playlistsListQueryOptions,
  videosInsertMutationOptions,
} from '@speccast/video-platform/tanstack';
import { describe, expect, expectTypeOf, test } from 'vitest';

const client = createVideoPlatform({ apiKey: 'k' });
const list = playlistsListQueryOptions(client, { mine: true, part: ['snippet'] });

describe('options of TanStack Query', () => {
  test('have keys with the types of their data', () => {
    const queries = new QueryClient();
    const data = queries.getQueryData(keys.playlists.list({ mine: true, part: ['snippet'] }));
    expectTypeOf(data?.items?.[0]?.snippet.title).toEqualTypeOf<string | undefined>();
    expect(data).toBeUndefined();
    expect(list.queryKey).toEqual(keys.playlists.list({ part: ['snippet'], mine: true }));
  });

  test('have types of params and data for reports, downloads, uploads and writes without a response', () => {
    const { queryFn } = accountsNetworkReportGenerateQueryOptions(createAdReporting(), {
      parent: 'accounts/pub-1',
      body: {},
    });
    expectTypeOf(queryFn).returns.resolves.toExtend<readonly unknown[]>();
    expectTypeOf(captionsDownloadQueryOptions(client, { id: 'c' }).queryFn).returns.resolves.toExtend<Uint8Array>();
    const { mutationFn } = playlistsDeleteMutationOptions(client);
    expectTypeOf(mutationFn).parameter(0).toExtend<{ id: string }>();
    expectTypeOf(mutationFn).returns.resolves.toEqualTypeOf<void>();
    const upload = videosInsertMutationOptions(client, { chunkSize: 1 << 20, invalidates: [keys.playlistItems()] });
    expect(upload.mutationKey).toEqual(['video-platform', 'videos', 'insert']);
    expectTypeOf<PlaylistsListParams['mine']>().toEqualTypeOf<boolean | undefined>();
  });
});
