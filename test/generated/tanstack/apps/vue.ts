import { type QueryClient, VueQueryPlugin, useInfiniteQuery, useMutation, useQuery } from '@tanstack/vue-query';
import { type App, createSSRApp, defineComponent, h, onMounted } from 'vue';
import { type PageOptions, describe, listTitles, onEndVisible, words } from './page.js';

/** Creates the page as an application, which hydrates HTML that a server has rendered. */
export function createPage({ list, pages, insert }: PageOptions, queryClient: QueryClient): App {
  const Page = defineComponent(() => {
    const query = useQuery({ ...list, staleTime: 3_600_000 });
    const { data, fetchNextPage, hasNextPage } = useInfiniteQuery(pages);
    const add = useMutation(insert);
    onMounted(() =>
      onEndVisible(document.getElementById('end') as Element, () => void (hasNextPage.value && fetchNextPage())),
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
        titles('list', listTitles(query.data.value?.items)),
        titles('pages', listTitles(data.value?.pages.flatMap(({ items }) => items ?? []))),
        h('div', { id: 'end' }, '.'),
      ]);
  });

  return createSSRApp(Page).use(VueQueryPlugin, { queryClient });
}
