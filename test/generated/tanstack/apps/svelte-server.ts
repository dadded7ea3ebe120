import type { QueryClient } from '@tanstack/svelte-query';
import { render } from 'svelte/server';
import App from './App.svelte';
import type { PageOptions } from './page.js';

/** Renders the page on a server. */
export function renderPage(options: PageOptions, client: QueryClient): string {
  return render(App, { props: { client, ...options } }).body;
}
