import { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './react.js';
import { start } from './start.js';

const started = await start();
const app = createElement(App, { ...started, client: new QueryClient() });
const root = document.getElementById('root') as HTMLElement;
if (root.childElementCount > 0) hydrateRoot(root, app, { onRecoverableError: (error) => console.error(error) });
else createRoot(root).render(app);
