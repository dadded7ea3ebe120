import { consoleBasics } from './console-basics.js';
import { consoleParts } from './console-parts.js';
import { consoleViews } from './console-views.js';

const main = `
let current = Object.keys(views).includes(sessionStorage.getItem('mock-view')) ? sessionStorage.getItem('mock-view') : 'Operations';
let shown = '';
let asked = 0;

function tabs() {
  $('tabs').replaceChildren(...Object.keys(views).map((name) =>
    el('button', { type: 'button', 'aria-current': name === current ? 'page' : undefined, click: () => { current = name; sessionStorage.setItem('mock-view', name); tabs(); refresh(true); } }, name)));
  [...$('tabs').children].find((one) => one.getAttribute('aria-current')).focus({ preventScroll: true });
}

/** Loads and shows the view. Unchanged elements keep their focus and input. */
async function refresh(isWanted) {
  asked += 1;
  const [mine, view, name] = [asked, views[current], world];
  const [health, worlds, data] = await Promise.all([get('/health'), get('/worlds'), view.load()]);
  // A late response belongs to an earlier request.
  if (mine !== asked || name !== world) return;
  $('time').textContent = iso(health.time);
  $('title').textContent = 'Emulator ' + health.baseUrl;
  const names = ['', ...worlds.items.map((one) => one.name)];
  if ([...$('world').options].map((one) => one.value).join() !== names.join())
    $('world').replaceChildren(...names.map((one) => el('option', { value: one }, one || 'base')));
  $('world').value = world;
  const text = JSON.stringify([current, world, open, data]);
  const isBusy = $('view').contains(document.activeElement) && /^(?:INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
  if (text === shown || (isBusy && !isWanted)) return;
  shown = text;
  const focus = $('view').contains(document.activeElement) ? document.activeElement.getAttribute('aria-label') || document.activeElement.textContent : undefined;
  $('view').replaceChildren(view.show(data));
  if (focus !== undefined) {
    const same = [...$('view').querySelectorAll('button, select, input, textarea')].find((one) => (one.getAttribute('aria-label') || one.textContent) === focus);
    if (same) same.focus({ preventScroll: true });
  }
}

$('world').addEventListener('change', (event) => run(() => { world = event.target.value; }));
$('hour').addEventListener('click', () => run(() => ask('POST', '/clock', { advance: 3600000 })));
$('day').addEventListener('click', () => run(() => ask('POST', '/clock', { advance: 86400000 })));
$('reset').addEventListener('click', () => run(() => ask('POST', '/reset')));

async function poll() {
  if (!document.hidden) await refresh(false).catch((error) => say(error.message, true));
  setTimeout(poll, 2000);
}

tabs();
poll();
`;

/** What the page of the console does. */
export const consoleScript: string = [consoleBasics, consoleParts, consoleViews, main].join('');
