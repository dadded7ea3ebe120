import { freedoms, type HostileOption, startEmulator } from '@speccast/emulator';
import { createEmulator } from '@speccast/video-platform/mocks';
import { expect, test } from 'vitest';
import { shelfPlan } from '../../shelf/open-shelf.js';

function shelf(hostile: HostileOption): {
  readonly ask: (path: string) => Promise<Response>;
  readonly taken: () => readonly string[];
} {
  const { baseUrl, fetch, journal, state } = startEmulator<Record<string, object>>(shelfPlan, { hostile });
  for (let count = 0; count < 5; count += 1)
    state['books']?.insert({ shelfId: 'old', title: `${count}`, status: 'public', position: count });
  return { ask: (path) => fetch(`${baseUrl}${path}`), taken: () => journal.flatMap((one) => one.freedoms ?? []) };
}

test('a service without JSON Schemas takes liberties too, and every book still comes once', async () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const { ask } = shelf(seed);
    const titles: unknown[] = [];
    let token = '';
    const tokens = new Set<string>();
    do {
      const response = await ask(`/books?shelfId=old&key=k${token === '' ? '' : `&pageToken=${token}`}`);
      const page: { items?: { title: string }[]; nextPageToken?: string } = JSON.parse(await response.text());
      titles.push(...(page.items ?? []).map(({ title }) => title));
      token = page.nextPageToken ?? '';
      expect(tokens.has(token), 'pages lead round in a circle').toBe(false);
      tokens.add(token);
    } while (token !== '');
    expect(titles, `seed ${seed}`).toEqual(['0', '1', '2', '3', '4']);
  }
});

test('only the freedoms asked for are taken', async () => {
  const { ask, taken } = shelf({ seed: 3, freedoms: ['whitespace'] });
  for (let count = 0; count < 8; count += 1) await ask('/books?shelfId=old&key=k');
  expect(new Set(taken())).toEqual(new Set(['whitespace']));
});

test('what one freedom does depends on no other', async () => {
  const alone = await (await shelf({ seed: 5, freedoms: ['shortPages'] }).ask('/books?shelfId=old&key=k')).json();
  const rest = freedoms.filter((one) => one === 'shortPages' || one === 'headers');
  const together = await (await shelf({ seed: 5, freedoms: rest }).ask('/books?shelfId=old&key=k')).json();
  expect(together).toEqual(alone);
});

test('errors come in other forms too, and remain errors', async () => {
  const { ask, taken } = shelf({ seed: 1, freedoms: ['whitespace', 'chunked', 'headers'] });
  for (let count = 0; count < 8; count += 1) {
    const response = await ask('/nowhere');
    expect([response.status, Object((await response.json()) as object).error.code]).toEqual([404, 404]);
  }
  expect(new Set(taken())).toEqual(new Set(['whitespace', 'chunked', 'headers']));
});

test('times are written in other ways and stay the same', async () => {
  const { baseUrl, fetch, state } = createEmulator({ hostile: { seed: 1, freedoms: ['dates'] } });
  // In five ways, of which the first and the third are written in one.
  const counts = {
    '2026-03-01T20:00:00Z': 5,
    '2026-12-31T23:59:59.25Z': 6,
    '2026-03-01T02:00:00.001+05:30': 5,
    '2026-03-01T20:00:00.1234567Z': 1,
  };
  for (const publishedAt of Object.keys(counts)) state.playlists.insert({ id: publishedAt, snippet: { publishedAt } });
  const ways = new Map<string, Set<string>>();
  for (let count = 1; count <= 50; count += 1) {
    const response = await fetch(
      `${baseUrl}/playlists?id=${Object.keys(counts).map(encodeURIComponent).join()}&maxResults=${count}&key=k`,
    );
    for (const { id, snippet } of (await response.json()).items)
      ways.set(id, (ways.get(id) ?? new Set()).add(snippet.publishedAt));
  }
  expect(Object.fromEntries([...ways].map(([id, texts]) => [id, texts.size]))).toEqual(counts);
  for (const [id, texts] of ways) for (const text of texts) expect(Date.parse(text)).toBe(Date.parse(id));
});
