/** How the console makes elements and asks the control plane. What comes from the service becomes text, never markup. */
export const consoleBasics = `
'use strict';
const $ = (id) => document.getElementById(id);

/** The token is behind the #, which no server is sent. */
const token = new URLSearchParams(location.hash.slice(1)).get('token') || sessionStorage.getItem('mock-token') || '';
if (token !== '') sessionStorage.setItem('mock-token', token);

let world = '';

function el(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (typeof value === 'function') made.addEventListener(name, value);
    else if (name === 'value') made.value = value;
    else if (value === true) made.setAttribute(name, '');
    else if (value !== false && value !== undefined) made.setAttribute(name, String(value));
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== null));
  return made;
}

const button = (text, act, more) => el('button', { type: 'button', click: () => run(act), ...more }, text);
const cell = (...children) => el('td', {}, ...children);
const json = (value) => el('pre', {}, JSON.stringify(value, null, 2));
const table = (names, rows) =>
  el('table', {}, el('thead', {}, el('tr', {}, names.map((name) => el('th', { scope: 'col' }, name)))), el('tbody', {}, rows));

function say(text, isBad) {
  $('said').textContent = text;
  $('said').className = isBad ? 'bad' : 'dim';
}

async function ask(method, path, body) {
  const headers = {};
  if (world !== '') headers['x-mock-world'] = world;
  if (token !== '') headers['x-mock-token'] = token;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const response = await fetch('/__mock' + path, { method, headers, body: sent });
  const text = await response.text();
  const result = text === '' ? {} : JSON.parse(text);
  if (!response.ok) throw new Error(result.error ? result.error.message : 'status ' + response.status);
  return result;
}

const get = (path) => ask('GET', path);
const item = (name) => encodeURIComponent(name);

/** Does something and shows what has become of it. */
async function run(act) {
  try {
    await act();
    say('');
    await refresh(true);
  } catch (error) {
    say(error.message, true);
  }
}

const iso = (time) => (Number.isFinite(time) ? new Date(time).toISOString().slice(0, 19).replace('T', ' ') : '');
const short = (url) => { const { pathname, search } = new URL(url); return pathname + search; };
const percent = ({ covered, total }) => covered + ' of ' + total;
`;
