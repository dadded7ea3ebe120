import { freedoms, type HostileOption, startEmulator } from '@speccast/emulator';
import { createEmulator } from '@speccast/video-platform/mocks';
import { expect, test } from 'vitest';
import { shelfPlan } from '../../shelf/open-shelf.js';

function openHostileShelf(hostile: HostileOption): {
  readonly send: (path: string) => Promise<Response>;
  readonly listFreedoms: () => readonly string[];
} {
  const { baseUrl, fetch, journal, state } = startEmulator<Record<string, object>>(shelfPlan, { hostile });
  for (let count = 0; count < 5; count += 1)
    state['books']?.insert({ shelfId: 'old', title: `${count}`, status: 'public', position: count });
  return {
    send: (path) => fetch(`${baseUrl}${path}`),
    listFreedoms: () => journal.flatMap((one) => one.freedoms ?? []),
  };
}

test('a hostile service without JSON Schemas still lists each book once', async () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const { send } = openHostileShelf(seed);
    const titles: unknown[] = [];
    let token = '';
    const tokens = new Set<string>();
    do {
      const response = await send(`/books?shelfId=old&key=k${token === '' ? '' : `&pageToken=${token}`}`);
      const page: { items?: { title: string }[]; nextPageToken?: string } = JSON.parse(await response.text());
      titles.push(...(page.items ?? []).map(({ title }) => title));
      token = page.nextPageToken ?? '';
      expect(tokens.has(token), 'a page token was repeated').toBe(false);
      tokens.add(token);
    } while (token !== '');
    expect(titles, `seed ${seed}`).toEqual(['0', '1', '2', '3', '4']);
  }
});

test('only the chosen freedoms are used', async () => {
  const { send, listFreedoms } = openHostileShelf({ seed: 3, freedoms: ['whitespace'] });
  for (let count = 0; count < 8; count += 1) await send('/books?shelfId=old&key=k');
  expect(new Set(listFreedoms())).toEqual(new Set(['whitespace']));
});

test('the effect of a freedom does not depend on other freedoms', async () => {
  const alone = await (
    await openHostileShelf({ seed: 5, freedoms: ['shortPages'] }).send('/books?shelfId=old&key=k')
  ).json();
  const rest = freedoms.filter((one) => one === 'shortPages' || one === 'headers');
  const together = await (await openHostileShelf({ seed: 5, freedoms: rest }).send('/books?shelfId=old&key=k')).json();
  expect(together).toEqual(alone);
});

test('errors are changed, too, and remain errors', async () => {
  const { send, listFreedoms } = openHostileShelf({ seed: 1, freedoms: ['whitespace', 'chunked', 'headers'] });
  for (let count = 0; count < 8; count += 1) {
    const response = await send('/nowhere');
    expect([response.status, Object((await response.json()) as object).error.code]).toEqual([404, 404]);
  }
  expect(new Set(listFreedoms())).toEqual(new Set(['whitespace', 'chunked', 'headers']));
});

test('times are written in other formats, and stay equal', async () => {
  const { baseUrl, fetch, state } = createEmulator({ hostile: { seed: 1, freedoms: ['dates'] } });
  // The number of formats in which each time can be written; in one of the five, the first and the third look alike.
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
