/** Parts of the console's views: forms, the slider through time, and one request with its response. */
export const consoleParts = `
function editor(name, chosen) {
  if (chosen === undefined) return el('p', { class: 'dim' }, 'Choose a row to edit it.');
  const text = el('textarea', { 'aria-label': 'Row as JSON', spellcheck: 'false', value: JSON.stringify(chosen.row, null, 2) });
  const save = () => ask('PUT', '/state/' + item(name) + '/' + item(chosen.key), JSON.parse(text.value));
  return el('div', {}, el('h2', {}, chosen.key), text, el('div', { class: 'bar' }, button('Save', save)));
}

function exchange(entry) {
  const { requestHeaders, responseHeaders, params, body, responseBody, ...rest } = entry;
  return el('div', {}, el('h2', {}, 'Request'), json({ method: rest.method, url: rest.url, params, headers: requestHeaders, body }),
    el('h2', {}, 'Answer'), json({ status: rest.status, reason: rest.reason, headers: responseHeaders, body: responseBody, media: rest.responseMedia }));
}

function faultForm(operations) {
  const reason = el('select', { 'aria-label': 'Effect' });
  const fill = (id) => {
    const found = operations.find((one) => one.id === id);
    const reasons = Object.entries(found ? found.reasons : {}).flatMap(([status, names]) => names.map((name) => [status, name]));
    reason.replaceChildren(...reasons.map(([status, name]) => el('option', { value: JSON.stringify({ kind: 'fail', reason: name, status: Number(status) }) }, status + ' ' + name)),
      ...[{ kind: 'disconnect' }, { kind: 'stall' }, { kind: 'delay', min: 1000, max: 1000 }, { kind: 'cut', bytes: 10 }].map((effect) => el('option', { value: JSON.stringify(effect) }, effect.kind)));
  };
  const operation = el('select', { 'aria-label': 'Operation', change: (event) => fill(event.target.value) },
    operations.map(({ id }) => el('option', { value: id }, id)), el('option', { value: '*' }, 'every operation'));
  const times = el('input', { type: 'number', min: '1', value: '1', 'aria-label': 'How many calls' });
  fill((operations[0] || {}).id);
  const add = () => ask('POST', '/faults', { operation: operation.value, effect: JSON.parse(reason.value), hits: { times: Number(times.value) } });
  return el('div', { class: 'bar' }, operation, reason, el('label', {}, 'the next', times, 'calls'), button('Let it go wrong', add), button('Remove all', () => ask('DELETE', '/faults')));
}

function forkForm() {
  const name = el('input', { 'aria-label': 'Name of the new world', placeholder: 'name', maxlength: '64' });
  const fork = async () => { const made = await ask('POST', '/worlds', { name: name.value }); world = made.name; };
  return el('form', { submit: (event) => { event.preventDefault(); run(fork); } }, el('h2', {}, 'Worlds'), name, el('button', {}, 'Fork this world'));
}

function worldTable(worlds) {
  const row = (name, path) => el('tr', {}, cell(el('code', {}, name || 'base')), cell(el('code', {}, path)),
    cell(button('Switch', () => { world = name; }, { disabled: world === name, 'aria-label': 'Switch to ' + (name || 'base') })),
    cell(name === '' ? '' : button('Remove', async () => { await ask('DELETE', '/worlds/' + item(name)); if (world === name) world = ''; }, { 'aria-label': 'Remove ' + name })));
  return table(['World', 'Path', '', ''], [row('', '/'), ...worlds.map(({ name, path }) => row(name, path))]);
}

function slider(steps) {
  const last = steps.length - 1;
  const told = el('output', {}, last < 0 ? 'none yet' : label(steps[last]));
  const range = el('input', { type: 'range', min: '0', max: String(Math.max(0, last)), value: String(Math.max(0, last)), 'aria-label': 'Moment',
    input: (event) => { told.textContent = label(steps[Number(event.target.value)]); } });
  const back = async () => { await ask('POST', '/restore', { id: steps[Number(range.value)].id }); };
  return el('section', {}, el('h2', {}, 'Moments'), el('div', { class: 'bar' }, range, told, button('Go back', back, { disabled: last < 0 }), button('Keep this moment', () => ask('POST', '/snapshot'))));
}

const label = ({ id, entry, time }) => (entry === undefined ? 'kept ' + id : 'after entry ' + entry) + ', ' + iso(time);

function clockForm({ iso: now }) {
  const time = el('input', { 'aria-label': 'Time', value: now, size: '28' });
  return el('section', {}, el('h2', {}, 'Time'), el('div', { class: 'bar' }, time, button('Set', () => ask('POST', '/clock', { set: time.value })), button('Back to the real one', () => ask('POST', '/clock', { reset: true }))));
}
`;
