/*
 * What the hooks of the five frameworks make of generated options. This is compiled, and never called: hooks need components, which
 * the test in the browser has.
 */
import { injectInfiniteQuery, injectMutation, injectQuery } from '@tanstack/angular-query-experimental';
import * as react from '@tanstack/react-query';
import * as solid from '@tanstack/solid-query';
import * as svelte from '@tanstack/svelte-query';
import * as vue from '@tanstack/vue-query';
import {
  type ApiError,
  type ClientError,
  type PlaylistsListReason,
  createVideoPlatform,
} from '@speccast/video-platform';
import {
  type Failure,
  playlistsInsertMutationOptions,
  playlistsListInfiniteQueryOptions,
  playlistsListQueryOptions,
} from '@speccast/video-platform/tanstack';
import { expectTypeOf } from 'vitest';

const client = createVideoPlatform({ apiKey: 'k' });
const list = playlistsListQueryOptions(client, { mine: true, part: ['snippet'] });
const infinite = playlistsListInfiniteQueryOptions(client, { mine: true, part: ['id', 'snippet'] });
const insert = playlistsInsertMutationOptions(client);

type ListFailure = Failure<PlaylistsListReason>;

/** What React gives for the options. */
export function inReact(): void {
  const { data, error, status } = react.useQuery(list);
  expectTypeOf(data?.items?.[0]?.snippet?.title).toEqualTypeOf<string | undefined>();
  expectTypeOf(error).toEqualTypeOf<ListFailure | null>();
  // @ts-expect-error -- the part was not asked for
  void data?.items?.[0]?.status;
  if (status === 'success') expectTypeOf(data.items).not.toEqualTypeOf<undefined>();
  const suspended = react.useSuspenseQuery(list);
  expectTypeOf(suspended.data.items?.[0]?.snippet.title).toEqualTypeOf<string | undefined>();
  const chosen = react.useQuery({
    ...list,
    select: ({ items }) => items?.length ?? 0,
    enabled: false,
    staleTime: 1000,
  });
  expectTypeOf(chosen.data).toEqualTypeOf<number | undefined>();
  const pages = react.useInfiniteQuery(infinite);
  expectTypeOf(pages.data?.pages[0]?.items?.[0]?.id).toEqualTypeOf<string | undefined>();
  const all = react.useSuspenseInfiniteQuery({ ...infinite, maxPages: 3, getPreviousPageParam: () => undefined });
  expectTypeOf(all.data.pages[0]?.items?.[0]?.id).toEqualTypeOf<string | undefined>();
  const mutation = react.useMutation({
    ...insert,
    onMutate: (params, { client: queries }) => {
      expectTypeOf(params.body).not.toBeAny();
      return queries.getQueryData(list.queryKey);
    },
    onError: (failure, params, previous, { client: queries }) => {
      expectTypeOf(failure).toExtend<ApiError | ClientError>();
      queries.setQueryData(list.queryKey, previous);
      void params;
    },
  });
  mutation.mutate({ body: { snippet: { title: 'Tides' } } });
  // @ts-expect-error -- a playlist has to be given
  mutation.mutate();
  expectTypeOf(mutation.data?.snippet?.title).toEqualTypeOf<string | undefined>();
  const [first] = react.useQueries({ queries: [list, playlistsListQueryOptions(client, { mine: true })] });
  expectTypeOf(first.data?.items?.[0]?.snippet.title).toEqualTypeOf<string | undefined>();
  expectTypeOf(first.error).toEqualTypeOf<ListFailure | null>();
}

/** What Vue gives for the options. */
export function inVue(): void {
  const { data, error } = vue.useQuery(list);
  expectTypeOf(data.value?.items?.[0]?.snippet.title).toEqualTypeOf<string | undefined>();
  expectTypeOf(error.value).toEqualTypeOf<ListFailure | null>();
  const reactive = vue.useQuery(() => playlistsListQueryOptions(client, { mine: true, part: ['status'] }));
  expectTypeOf(reactive.data.value?.items?.[0]?.status).not.toEqualTypeOf<undefined>();
  const pages = vue.useInfiniteQuery(infinite);
  expectTypeOf(pages.data.value?.pages[0]?.items?.[0]?.id).toEqualTypeOf<string | undefined>();
  vue.useMutation(insert).mutate({ body: { snippet: { title: 'Tides' } } });
}

/** What Solid gives for the options. */
export function inSolid(): void {
  const query = solid.useQuery(() => list);
  expectTypeOf(query.data?.items?.[0]?.snippet.title).toEqualTypeOf<string | undefined>();
  expectTypeOf(query.error).toEqualTypeOf<ListFailure | null>();
  const pages = solid.useInfiniteQuery(() => infinite);
  expectTypeOf(pages.data?.pages[0]?.items?.[0]?.id).toEqualTypeOf<string | undefined>();
  solid.useMutation(() => insert).mutate({ body: { snippet: { title: 'Tides' } } });
}

/** What Svelte gives for the options. */
export function inSvelte(): void {
  const query = svelte.createQuery(() => list);
  expectTypeOf(query.data?.items?.[0]?.snippet.title).toEqualTypeOf<string | undefined>();
  expectTypeOf(query.error).toEqualTypeOf<ListFailure | null>();
  const pages = svelte.createInfiniteQuery(() => infinite);
  expectTypeOf(pages.data?.pages[0]?.items?.[0]?.id).toEqualTypeOf<string | undefined>();
  svelte.createMutation(() => insert).mutate({ body: { snippet: { title: 'Tides' } } });
}

/** What Angular gives for the options. */
export function inAngular(): void {
  const query = injectQuery(() => list);
  expectTypeOf(query.data()?.items?.[0]?.snippet.title).toEqualTypeOf<string | undefined>();
  expectTypeOf(query.error()).toEqualTypeOf<ListFailure | null>();
  const pages = injectInfiniteQuery(() => infinite);
  expectTypeOf(pages.data()?.pages[0]?.items?.[0]?.id).toEqualTypeOf<string | undefined>();
  injectMutation(() => insert).mutate({ body: { snippet: { title: 'Tides' } } });
}
