// oxlint-disable-next-line import/no-unassigned-import -- it compiles the template in the browser
import '@angular/compiler';
import { Component, provideZonelessChangeDetection } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import {
  QueryClient,
  hydrate,
  injectInfiniteQuery,
  injectMutation,
  injectQuery,
  provideTanStackQuery,
} from '@tanstack/angular-query-experimental';
import { describe, listTitles, onEndVisible, words } from './page.js';
import { start } from './start.js';

const { state, list, pages, insert } = await start();

@Component({
  selector: 'app-page',
  template: `
    <main>
      <p id="status">{{ query.status() }} {{ describe(query.error()) }}</p>
      <p id="failed">{{ describe(add.error()) }}</p>
      <button id="add" (click)="insert()">{{ words.add }}</button>
      <button id="again" (click)="query.refetch()">{{ words.again }}</button>
      <ul id="list">
        @for (title of titles(); track $index) {
          <li>{{ title }}</li>
        }
      </ul>
      <ul id="pages">
        @for (title of allTitles(); track $index) {
          <li>{{ title }}</li>
        }
      </ul>
      <div id="end">.</div>
    </main>
  `,
})
class Page {
  readonly words = words;
  readonly describe = describe;
  readonly query = injectQuery(() => ({ ...list, staleTime: 3_600_000 }));
  readonly all = injectInfiniteQuery(() => pages);
  readonly add = injectMutation(() => insert);

  titles(): readonly string[] {
    return listTitles(this.query.data()?.items);
  }

  allTitles(): readonly string[] {
    return listTitles(this.all.data()?.pages.flatMap(({ items }) => items ?? []));
  }

  insert(): void {
    this.add.mutate({ body: { snippet: { title: words.title } } });
  }

  ngAfterViewInit(): void {
    onEndVisible(
      document.getElementById('end') as Element,
      () => void (this.all.hasNextPage() && this.all.fetchNextPage()),
    );
  }
}

const client = new QueryClient();
hydrate(client, state);
(document.getElementById('root') as HTMLElement).append(document.createElement('app-page'));
await bootstrapApplication(Page, { providers: [provideZonelessChangeDetection(), provideTanStackQuery(client)] });
