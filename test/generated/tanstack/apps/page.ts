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
export const shown = { mine: true, part: ['snippet'], maxResults: 50 } as const;

/** The options of everything that a page shows and does, the same in each framework. */
export interface PageOptions {
  readonly list: QueryOptions<PlaylistsListResult<'snippet'>, Failure<PlaylistsListReason>>;
  readonly pages: InfiniteQueryOptions<PlaylistsListResult<'snippet'>, Failure<PlaylistsListReason>>;
  readonly insert: Optimistic &
    MutationOptions<PlaylistsInsertResult<'snippet'>, Failure<PlaylistsInsertReason>, PlaylistsInsertParams<'snippet'>>;
}

/** What a page starts with. */
export interface Started extends PageOptions {
  /** What a server has fetched already, if anything. */
  readonly state: DehydratedState;
}

/** The options of a page with a client. */
export function optionsOf(client: VideoPlatform): PageOptions {
  const list = playlistsListQueryOptions(client, shown);
  return {
    list,
    pages: playlistsListInfiniteQueryOptions(client, { ...shown, maxResults: 5 }),
    insert: { ...playlistsInsertMutationOptions(client), ...optimistic(list.queryKey) },
  };
}

/** What shows a playlist before the service has it, and takes it back if the insert fails. */
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
      const added = { id: 'new', etag: '', kind: 'youtube#playlist', snippet: { title: body.snippet?.title ?? '' } };
      client.setQueryData(queryKey, (now: object | undefined) => ({ ...now, items: [added, ...itemsOf(now)] }));
      return before;
    },
    onError: (_error, _params, before, { client }) => {
      client.setQueryData(queryKey, () => before);
    },
  };
}

/** As much of a query client as the frameworks have in common; each has its own copy of it. */
interface Cache {
  cancelQueries(filters: { readonly queryKey: readonly unknown[] }): Promise<void>;
  getQueryData(key: readonly unknown[]): unknown;
  setQueryData(key: readonly unknown[], change: (now: object | undefined) => unknown): unknown;
}

function itemsOf(page: unknown): readonly object[] {
  return (page as { items?: readonly object[] } | undefined)?.items ?? [];
}

/** The titles of playlists. */
export function titlesOf(
  items: readonly { readonly snippet: { readonly title?: string } }[] | undefined,
): readonly string[] {
  return (items ?? []).map(({ snippet }) => snippet.title ?? '');
}

/** Calls a function whenever the end of a list comes into view. */
export function whenEndIsSeen(element: Element, more: () => void): void {
  new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) more();
  }).observe(element);
}

/** What a button says, and what the insert of the test is called. */
export const words = { add: 'Add', again: 'Again', title: 'A new one' } as const;

/** What the page says of an error. */
export function describe(error: { readonly message: string } | null): string {
  return error === null ? '' : `${(error as { reason?: string }).reason ?? error.message}`;
}
