import { render } from 'preact';
import { App } from './app/app.js';
import { route } from './app/route.js';
import { showTheme } from './app/theme.js';
import { takeToken } from './server/ask.js';
import { follow } from './server/live.js';
import { takeStart } from './server/service.js';
import { readStart } from './server/start.js';
import { loadEarly } from './state/state-view.js';

showTheme();
takeToken();
addEventListener('hashchange', takeToken);
const start = readStart();
if (start !== undefined) takeStart(start);
// What is shown first is on its way while the frame is rendered.
follow(start);
if (start !== undefined && route.value.view === 'state') loadEarly(start.first);
const root = document.querySelector('#app');
if (root !== null) render(<App />, root);
