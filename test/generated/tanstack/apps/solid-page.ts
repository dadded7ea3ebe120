import {
  QueryClient,
  QueryClientProvider,
  hydrate,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/solid-query';
import { onMount } from 'solid-js';
import h from 'solid-js/h';
import { render } from 'solid-js/web';
import { describe, listTitles, onEndVisible, words } from './page.js';
import { start } from './start.js';

const { state, list, pages, insert } = await start();

function Page() {
  const query = useQuery(() => ({ ...list, staleTime: 3_600_000 }));
  const all = useInfiniteQuery(() => pages);
  const add = useMutation(() => insert);
  onMount(() =>
    onEndVisible(document.getElementById('end') as Element, () => void (all.hasNextPage && all.fetchNextPage())),
  );
  const titles = (id: string, of: () => readonly string[]) =>
    h('ul', { id }, () => of().map((title) => h('li', title)));
  return h('main', [
    h('p', { id: 'status' }, () => `${query.status} ${describe(query.error)}`),
    h('p', { id: 'failed' }, () => describe(add.error)),
    h('button', { id: 'add', onClick: () => add.mutate({ body: { snippet: { title: words.title } } }) }, words.add),
    h('button', { id: 'again', onClick: () => void query.refetch() }, words.again),
    // Solid throws if `data` of a failed query is read.
    titles('list', () => (query.isSuccess ? listTitles(query.data.items) : [])),
    titles('pages', () => (all.isSuccess ? listTitles(all.data.pages.flatMap(({ items }) => items ?? [])) : [])),
    h('div', { id: 'end' }, '.'),
  ]);
}

const client = new QueryClient();
hydrate(client, state);
render(h(QueryClientProvider, { client }, () => h(Page)) as never, document.getElementById('root') as HTMLElement);
