import { render } from 'preact';
import { App } from './app/app.js';
import { handleKey } from './app/shortcuts.js';
import { follow, takeToken } from './server/index.js';

takeToken();
addEventListener('hashchange', takeToken);
addEventListener('keydown', handleKey);
follow();
const root = document.querySelector('#app');
if (root !== null) render(<App />, root);
