import { QueryClient, hydrate } from '@tanstack/vue-query';
import { start } from './start.js';
import { createPage } from './vue.js';

const { state, ...options } = await start();
const queryClient = new QueryClient();
hydrate(queryClient, state);
createPage(options, queryClient).mount('#root');
