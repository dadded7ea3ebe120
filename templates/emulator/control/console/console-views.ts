/** Views of the console: each loads what it shows, and makes elements of it. */
export const consoleViews = `
let open = { table: '', key: '', entry: 0, from: 0 };

const views = {
  Operations: {
    load: async () => [(await get('/operations')).items, await get('/coverage')],
    show: ([operations, coverage]) => {
      const by = new Map(coverage.byOperation.map((one) => [one.operation, one]));
      return el('section', {}, el('h2', {}, operations.length + ' operations'),
        table(['Operation', 'Request', 'Calls', 'Statuses', 'Rules'], operations.map(({ id, method, path }) => {
          const one = by.get(id);
          const mark = one && one.requests > 0 ? el('span', { class: 'good', title: 'called' }, '✓ ') : el('span', { class: 'dim', title: 'not called yet' }, '○ ');
          return el('tr', {}, cell(mark, el('code', {}, id)), cell(el('code', {}, method + ' ' + path)),
            cell(String(one ? one.requests : 0)), cell(one ? percent(one.statuses) : ''), cell(one ? percent(one.rules) : ''));
        })));
    },
  },
  State: {
    load: async () => {
      const tables = (await get('/state')).items;
      const named = tables.some(({ name }) => name === open.table) ? open.table : (tables[0] || {}).name;
      return [tables, named, named === undefined ? { total: 0, items: [] } : await get('/state/' + item(named) + '?limit=100&from=' + open.from)];
    },
    show: ([tables, name, rows]) => {
      const chosen = rows.items.find(({ key }) => key === open.key);
      const pick = el('select', { 'aria-label': 'Table', change: (event) => run(() => { open = { ...open, table: event.target.value, key: '', from: 0 }; }) },
        tables.map((one) => el('option', { value: one.name, selected: one.name === name }, one.name + ' (' + one.rows + ')')));
      const step = (by) => button(by < 0 ? 'Earlier' : 'Later', () => { open.from = Math.max(0, open.from + by); }, { disabled: by < 0 ? open.from === 0 : open.from + 100 >= rows.total });
      const list = table(['Key', 'Row', ''], rows.items.map(({ key, row }) =>
        el('tr', { class: 'row', 'aria-selected': String(key === open.key) },
          cell(button(key, () => { open.key = key; })), cell(el('code', {}, JSON.stringify(row).slice(0, 160))),
          cell(button('Delete', () => ask('DELETE', '/state/' + item(name) + '/' + item(key)), { 'aria-label': 'Delete ' + key })))));
      return el('section', {}, el('div', { class: 'bar' }, pick, el('span', { class: 'dim' }, rows.total + ' rows'), step(-100), step(100)),
        el('div', { class: 'split' }, list, editor(name, chosen)));
    },
  },
  Journal: {
    load: () => get('/journal?limit=200'),
    show: ({ items: entries, dropped }) => {
      const chosen = entries.find(({ number }) => number === open.entry);
      const rows = [...entries].reverse().map((one) => el('tr', { class: 'row', 'aria-selected': String(one === chosen) },
        cell(button(String(one.number), () => { open.entry = one.number; }, { 'aria-label': 'Entry ' + one.number })),
        cell(el('span', { class: one.status < 400 && one.status > 0 ? 'good' : 'bad' }, String(one.status || 'broken'))),
        cell(one.operation || '', one.reason ? el('span', { class: 'bad' }, ' ' + one.reason) : ''), cell(el('code', {}, one.method + ' ' + short(one.url)))));
      const back = (one) => button('Go back to just after this', () => ask('POST', '/restore', { id: 'e' + one.number }));
      const missing = dropped === 0 ? [] : [el('p', { class: 'dim' }, dropped + ' older entries were dropped; the option journal.limit says how many are kept.')];
      return el('section', {}, ...missing, el('div', { class: 'split' }, entries.length === 0 ? el('p', { class: 'dim' }, 'No requests yet.') : table(['No.', 'Status', 'Operation', 'Request'], rows),
        chosen === undefined ? el('p', { class: 'dim' }, 'Choose an entry to see the request and its answer.') : el('div', {}, el('div', { class: 'bar' }, el('h2', {}, 'Entry ' + chosen.number), back(chosen)), exchange(chosen))));
    },
  },
  Faults: {
    load: async () => [(await get('/operations')).items, (await get('/faults')).items],
    show: ([operations, faults]) => el('section', {}, faultForm(operations), faults.length === 0 ? el('p', { class: 'dim' }, 'No faults.')
      : table(['Operation', 'Effect', 'Calls', 'Seen', 'Hit', ''], faults.map((one) => el('tr', {}, cell(el('code', {}, one.operation)), cell(el('code', {}, JSON.stringify(one.effect))),
        cell(one.hits ? JSON.stringify(one.hits) : 'all'), cell(String(one.seen)), cell(String(one.used)),
        cell(button('Remove', () => ask('DELETE', '/faults/' + one.id), { 'aria-label': 'Remove fault ' + one.id })))))),
  },
  Coverage: {
    load: () => get('/coverage'),
    show: (coverage) => el('section', {}, el('div', { class: 'bar' }, button('Count from nothing', () => ask('DELETE', '/coverage'))),
      table(['What', 'Exercised', 'Not exercised'], ['operations', 'statuses', 'rules', 'enums', 'parameters'].filter((kind) => coverage[kind]).map((kind) =>
        el('tr', {}, cell(kind), cell(percent(coverage[kind])), cell(el('details', {}, el('summary', {}, (coverage[kind].missing || []).length + ' missing'),
          (coverage[kind].missing || []).map((name) => el('span', { class: 'chip' }, name)))))))),
  },
  Quota: {
    load: () => get('/quota'),
    show: (quota) => el('section', {}, el('div', { class: 'bar' }, el('span', {}, quota.calls + ' calls, ' + quota.units + ' units'), button('Count from nothing', () => ask('DELETE', '/quota'))),
      table(['Operation', 'Calls', 'Units'], Object.entries(quota.operations).map(([id, one]) => el('tr', {}, cell(el('code', {}, id)), cell(String(one.calls)), cell(String(one.units)))))),
  },
  Worlds: {
    load: async () => [(await get('/worlds')).items, (await get('/snapshot')).items, await get('/clock')],
    show: ([worlds, steps, clock]) => el('section', {}, forkForm(), worldTable(worlds), slider(steps), clockForm(clock)),
  },
};
`;
