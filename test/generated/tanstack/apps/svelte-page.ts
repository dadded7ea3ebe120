import { QueryClient, hydrate } from '@tanstack/svelte-query';
import { mount } from 'svelte';
import App from './App.svelte';
import { start } from './start.js';

const { state, ...options } = await start();
const client = new QueryClient();
hydrate(client, state);
mount(App, { target: document.getElementById('root') as HTMLElement, props: { client, ...options } });
