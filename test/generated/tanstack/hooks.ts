/*
 * Checks the types that hooks of five frameworks infer from generated options. These functions are compiled and never called: hooks
 * run in components only, as in browser.test.ts.
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

/** Checks the types of React's hooks. */
export function checkReact(): void {
  const { data, error, status } = react.useQuery(list);
  expectTypeOf(data?.items?.[0]?.snippet?.title).toEqualTypeOf<string | undefined>();
  expectTypeOf(error).toEqualTypeOf<ListFailure | null>();
  // @ts-expect-error -- the part was not requested
  void data?.items?.[0]?.status;
  if (status === 'success') expectTypeOf(data.items).not.toEqualTypeOf<undefined>();
  const suspended = react.useSuspenseQuery(list);
  expectTypeOf(suspended.data.items?.[0]?.snippet.title).toEqualTypeOf<string | undefined>();
  const selected = react.useQuery({
    ...list,
    select: ({ items }) => items?.length ?? 0,
    enabled: false,
    staleTime: 1000,
  });
  expectTypeOf(selected.data).toEqualTypeOf<number | undefined>();
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
  // @ts-expect-error -- params are required
  mutation.mutate();
  expectTypeOf(mutation.data?.snippet?.title).toEqualTypeOf<string | undefined>();
  const [first] = react.useQueries({ queries: [list, playlistsListQueryOptions(client, { mine: true })] });
  expectTypeOf(first.data?.items?.[0]?.snippet.title).toEqualTypeOf<string | undefined>();
  expectTypeOf(first.error).toEqualTypeOf<ListFailure | null>();
}

/** Checks the types of Vue's hooks. */
export function checkVue(): void {
  const { data, error } = vue.useQuery(list);
  expectTypeOf(data.value?.items?.[0]?.snippet.title).toEqualTypeOf<string | undefined>();
  expectTypeOf(error.value).toEqualTypeOf<ListFailure | null>();
  const reactive = vue.useQuery(() => playlistsListQueryOptions(client, { mine: true, part: ['status'] }));
  expectTypeOf(reactive.data.value?.items?.[0]?.status).not.toEqualTypeOf<undefined>();
  const pages = vue.useInfiniteQuery(infinite);
  expectTypeOf(pages.data.value?.pages[0]?.items?.[0]?.id).toEqualTypeOf<string | undefined>();
  vue.useMutation(insert).mutate({ body: { snippet: { title: 'Tides' } } });
}

/** Checks the types of Solid's hooks. */
export function checkSolid(): void {
  const query = solid.useQuery(() => list);
  expectTypeOf(query.data?.items?.[0]?.snippet.title).toEqualTypeOf<string | undefined>();
  expectTypeOf(query.error).toEqualTypeOf<ListFailure | null>();
  const pages = solid.useInfiniteQuery(() => infinite);
  expectTypeOf(pages.data?.pages[0]?.items?.[0]?.id).toEqualTypeOf<string | undefined>();
  solid.useMutation(() => insert).mutate({ body: { snippet: { title: 'Tides' } } });
}

/** Checks the types of Svelte's hooks. */
export function checkSvelte(): void {
  const query = svelte.createQuery(() => list);
  expectTypeOf(query.data?.items?.[0]?.snippet.title).toEqualTypeOf<string | undefined>();
  expectTypeOf(query.error).toEqualTypeOf<ListFailure | null>();
  const pages = svelte.createInfiniteQuery(() => infinite);
  expectTypeOf(pages.data?.pages[0]?.items?.[0]?.id).toEqualTypeOf<string | undefined>();
  svelte.createMutation(() => insert).mutate({ body: { snippet: { title: 'Tides' } } });
}

/** Checks the types of Angular's hooks. */
export function checkAngular(): void {
  const query = injectQuery(() => list);
  expectTypeOf(query.data()?.items?.[0]?.snippet.title).toEqualTypeOf<string | undefined>();
  expectTypeOf(query.error()).toEqualTypeOf<ListFailure | null>();
  const pages = injectInfiniteQuery(() => infinite);
  expectTypeOf(pages.data()?.pages[0]?.items?.[0]?.id).toEqualTypeOf<string | undefined>();
  injectMutation(() => insert).mutate({ body: { snippet: { title: 'Tides' } } });
}
