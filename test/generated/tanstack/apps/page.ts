import {
  type PlaylistsInsertParams,
  type PlaylistsInsertReason,
  type PlaylistsInsertResult,
  type PlaylistsListReason,
  type PlaylistsListResult,
  type VideoPlatform,
} from '@speccast/video-platform';
import {
  type Failure,
  type InfiniteQueryOptions,
  type MutationOptions,
  type QueryOptions,
  keys,
  playlistsInsertMutationOptions,
  playlistsListInfiniteQueryOptions,
  playlistsListQueryOptions,
} from '@speccast/video-platform/tanstack';
import type { DehydratedState } from '@tanstack/query-core';

/** The params of the list that the pages show. */
export const listParams = { mine: true, part: ['snippet'], maxResults: 50 } as const;

/** The options of everything that a page shows and does, the same in each framework. */
export interface PageOptions {
  readonly list: QueryOptions<PlaylistsListResult<'snippet'>, Failure<PlaylistsListReason>>;
  readonly pages: InfiniteQueryOptions<PlaylistsListResult<'snippet'>, Failure<PlaylistsListReason>>;
  readonly insert: Optimistic &
    MutationOptions<PlaylistsInsertResult<'snippet'>, Failure<PlaylistsInsertReason>, PlaylistsInsertParams<'snippet'>>;
}

/** The options of a page, with the state of its queries. */
export interface Started extends PageOptions {
  /** Data that a server has fetched; empty if the page was not rendered on a server. */
  readonly state: DehydratedState;
}

/** Creates the options of a page with a client. */
export function createOptions(client: VideoPlatform): PageOptions {
  const list = playlistsListQueryOptions(client, listParams);
  return {
    list,
    pages: playlistsListInfiniteQueryOptions(client, { ...listParams, maxResults: 5 }),
    insert: { ...playlistsInsertMutationOptions(client), ...optimistic(list.queryKey) },
  };
}

/** Callbacks of an optimistic update: they add a playlist to the list at once, and remove it if the insert fails. */
interface Optimistic {
  readonly onMutate: (
    params: PlaylistsInsertParams<'snippet'>,
    context: { readonly client: Cache },
  ) => Promise<unknown>;
  readonly onError: (error: unknown, params: unknown, before: unknown, context: { readonly client: Cache }) => void;
}

function optimistic(queryKey: readonly unknown[]): Optimistic {
  return {
    onMutate: async ({ body }, { client }) => {
      await client.cancelQueries({ queryKey: keys.playlists() });
      const before = client.getQueryData(queryKey);
      // `as`: pages of the list have items, if they are in the cache.
      const items = (now: object | undefined) => (now as { items?: readonly object[] } | undefined)?.items ?? [];
      const added = { id: 'new', etag: '', kind: 'youtube#playlist', snippet: { title: body.snippet?.title ?? '' } };
      client.setQueryData(queryKey, (now: object | undefined) => ({ ...now, items: [added, ...items(now)] }));
      return before;
    },
    onError: (_error, _params, before, { client }) => {
      client.setQueryData(queryKey, () => before);
    },
  };
}

/** The members of a query client that are used here. Each framework has its own copy of the class. */
interface Cache {
  cancelQueries(filters: { readonly queryKey: readonly unknown[] }): Promise<void>;
  getQueryData(key: readonly unknown[]): unknown;
  setQueryData(key: readonly unknown[], change: (now: object | undefined) => unknown): unknown;
}

/** Lists the titles of playlists. */
export function listTitles(
  items: readonly { readonly snippet: { readonly title?: string } }[] | undefined,
): readonly string[] {
  return (items ?? []).map(({ snippet }) => snippet.title ?? '');
}

/** Calls a function each time that the element at the end of a list becomes visible. */
export function onEndVisible(element: Element, more: () => void): void {
  new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) more();
  }).observe(element);
}

/** Labels of buttons, and the title of the playlist that the test inserts. */
export const words = { add: 'Add', again: 'Again', title: 'A new one' } as const;

/** Returns the reason of an API error, or the message of another error. */
export function describe(error: { readonly message: string } | null): string {
  return error === null ? '' : `${(error as { reason?: string }).reason ?? error.message}`;
}
