import {
  HydrationBoundary,
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { createElement, useEffect, useRef, type ReactElement } from 'react';
import { type PageOptions, type Started, describe, listTitles, onEndVisible, words } from './page.js';

function Titles({ id, titles }: { readonly id: string; readonly titles: readonly string[] }): ReactElement {
  return createElement(
    'ul',
    { id },
    titles.map((title, index) => createElement('li', { key: index }, title)),
  );
}

function Page({ list, pages, insert }: PageOptions): ReactElement {
  const query = useQuery({ ...list, staleTime: 3_600_000 });
  const { data, fetchNextPage, hasNextPage } = useInfiniteQuery(pages);
  const add = useMutation(insert);
  const end = useRef<HTMLDivElement>(null);
  const next = useRef(() => {});
  next.current = () => void (hasNextPage && fetchNextPage());
  useEffect(() => {
    if (end.current) onEndVisible(end.current, () => next.current());
  }, []);
  return createElement(
    'main',
    null,
    createElement('p', { id: 'status' }, `${query.status} ${describe(query.error)}`),
    createElement('p', { id: 'failed' }, describe(add.error)),
    createElement(
      'button',
      { id: 'add', onClick: () => add.mutate({ body: { snippet: { title: words.title } } }) },
      words.add,
    ),
    createElement('button', { id: 'again', onClick: () => void query.refetch() }, words.again),
    createElement(Titles, { id: 'list', titles: listTitles(query.data?.items) }),
    createElement(Titles, { id: 'pages', titles: listTitles(data?.pages.flatMap(({ items }) => items ?? [])) }),
    createElement('div', { id: 'end', ref: end }, '.'),
  );
}

/** The page, with the data that a server has fetched. */
export function App({ client, state, ...options }: Started & { readonly client: QueryClient }): ReactElement {
  const page = createElement(Page, options);
  return createElement(QueryClientProvider, {
    client,
    children: createElement(HydrationBoundary, { state, children: page }),
  });
}
