import { describe, expect, test } from 'vitest';
import { openAnnex } from '../../shelf/open-annex.js';
import { findShelf, openShelf } from '../../shelf/open-shelf.js';
import { runRows } from '../../shelf/run-rows.js';

runRows(new URL('respond.yaml', import.meta.url), openAnnex);

test('`fields` is an ordinary parameter if the service does not declare it', async () => {
  expect((await openShelf().call('/books?id=a&fields=items(', { token: 'ann' })).body.items).toEqual([]);
});

test.each([
  ['', '?'],
  ['\r\nContent-Type: application/json', '{"b":"?"}'],
])('fields of a form have to be UTF-8, files may be any bytes: %j', async (head, content) => {
  const { emulator } = openAnnex();
  const send = async (part: string, text: string): Promise<number> => {
    const form = `--x\r\nContent-Disposition: form-data; name="a"${part}\r\n\r\n${text}\r\n--x--\r\n`;
    const body = Uint8Array.from(form, (letter) => (letter === '?' ? 0xff : letter.charCodeAt(0)));
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    return (await emulator.fetch(`${emulator.baseUrl}/act`, { method: 'POST', headers, body })).status;
  };
  expect(await send(head, content)).toBe(400);
  expect(await send(head, content.replace('?', 'b'))).toBe(200);
  expect(await send('; filename="f"\r\nContent-Type: image/png', '?')).toBe(200);
});

test('a body of JSON that is not UTF-8 is rejected', async () => {
  const { emulator } = openShelf();
  const headers = { authorization: 'Bearer ann' };
  for (const type of ['application/json', '']) {
    const body = new Blob([new Uint8Array([0x22, 0xff, 0x22])], { type });
    const response = await emulator.fetch(`${emulator.baseUrl}/books`, { method: 'POST', headers, body });
    expect([response.status, (await response.json()).error.message]).toEqual([400, 'The body is not valid UTF-8.']);
  }
});

describe('a cached response', () => {
  const open = () => {
    const shelf = openShelf();
    const shelfId = findShelf(shelf.emulator, 'ann');
    const { ownId } = shelf.emulator.as('ann');
    shelf.emulator.seed({ books: [{ id: 'B1', shelfId, ownerId: ownId, status: 'public' }] });
    return { ...shelf, shelfId, readBook: async () => (await shelf.call('/books/B1', { token: 'ann' })).body };
  };

  test('changes when a row changes that it counts or copies from', async () => {
    const { emulator, shelfId, readBook } = open();
    const before = await readBook();
    expect(before).toMatchObject({ noteCount: 0, shelfName: 'Mine' });
    expect(await readBook()).toEqual(before);
    emulator.state['notes']?.insert({ id: 'n1', bookId: 'B1' });
    const counted = await readBook();
    expect(counted).toMatchObject({ noteCount: 1, shelfName: 'Mine' });
    emulator.state['shelves']?.insert({ ...emulator.state['shelves'].get(shelfId), name: 'Sea' });
    const copied = await readBook();
    expect(copied).toMatchObject({ noteCount: 1, shelfName: 'Sea' });
    expect(new Set([before, counted, copied].map(({ etag }) => etag)).size).toBe(3);
  });

  test('is separate in each world', async () => {
    const { emulator, readBook } = open();
    await readBook();
    const fork = emulator.fork();
    fork.state['notes']?.insert({ id: 'n1', bookId: 'B1' });
    expect(await (await fork.fetch(`${fork.baseUrl}/books/B1?key=k`)).json()).toMatchObject({ noteCount: 1 });
    expect(await readBook()).toMatchObject({ noteCount: 0 });
  });
});
