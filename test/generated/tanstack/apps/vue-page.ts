import { QueryClient, VueQueryPlugin, hydrate, useInfiniteQuery, useMutation, useQuery } from '@tanstack/vue-query';
import { createApp, defineComponent, h, onMounted } from 'vue';
import { describe, start, titlesOf, whenEndIsSeen, words } from './start.js';

const { state, list, pages, insert } = await start();

const Page = defineComponent(() => {
  const query = useQuery({ ...list, staleTime: 3_600_000 });
  const { data, fetchNextPage, hasNextPage } = useInfiniteQuery(pages);
  const add = useMutation(insert);
  onMounted(() =>
    whenEndIsSeen(document.getElementById('end') as Element, () => void (hasNextPage.value && fetchNextPage())),
  );
  const titles = (id: string, all: readonly string[]) =>
    h(
      'ul',
      { id },
      all.map((title) => h('li', title)),
    );
  return () =>
    h('main', [
      h('p', { id: 'status' }, `${query.status.value} ${describe(query.error.value)}`),
      h('p', { id: 'failed' }, describe(add.error.value)),
      h('button', { id: 'add', onClick: () => add.mutate({ body: { snippet: { title: words.title } } }) }, words.add),
      h('button', { id: 'again', onClick: () => void query.refetch() }, words.again),
      titles('list', titlesOf(query.data.value?.items)),
      titles('pages', titlesOf(data.value?.pages.flatMap(({ items }) => items ?? []))),
      h('div', { id: 'end' }, '.'),
    ]);
});

const queryClient = new QueryClient();
hydrate(queryClient, state);
createApp(Page).use(VueQueryPlugin, { queryClient }).mount('#root');
