import { render } from 'preact';
import { App } from './app/app.js';
import { showTheme } from './app/theme.js';
import { takeToken } from './server/ask.js';
import { follow } from './server/live.js';

showTheme();
takeToken();
addEventListener('hashchange', takeToken);
follow();
const root = document.querySelector('#app');
if (root !== null) render(<App />, root);
