import { QueryClient, hydrate } from '@tanstack/svelte-query';
import { hydrate as hydratePage, mount } from 'svelte';
import App from './App.svelte';
import { start } from './start.js';

const { state, ...options } = await start();
const client = new QueryClient();
hydrate(client, state);
const target = document.getElementById('root') as HTMLElement;
const show = target.childElementCount > 0 ? hydratePage : mount;
show(App, { target, props: { client, ...options } });
