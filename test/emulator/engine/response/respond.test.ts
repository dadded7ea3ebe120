import { describe, expect, test } from 'vitest';
import { openAnnex } from '../../shelf/open-annex.js';
import { findShelf, openShelf } from '../../shelf/open-shelf.js';
import { runRows } from '../../shelf/run-rows.js';

runRows(new URL('respond.yaml', import.meta.url), openAnnex);

test('fields are an open parameter like others where the service has no such choice', async () => {
  expect((await openShelf().call('/books?id=a&fields=items(', { token: 'ann' })).body.items).toEqual([]);
});

test.each([
  ['', '?'],
  ['\r\nContent-Type: application/json', '{"b":"?"}'],
])('a field of a form is UTF-8, and a file may be anything: %j', async (head, content) => {
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

describe('a response that was given before', () => {
  const open = () => {
    const shelf = openShelf();
    const shelfId = findShelf(shelf.emulator, 'ann');
    const { ownId } = shelf.emulator.as('ann');
    shelf.emulator.seed({ books: [{ id: 'B1', shelfId, ownerId: ownId, status: 'public' }] });
    return { ...shelf, shelfId, shown: async () => (await shelf.call('/books/B1', { token: 'ann' })).body };
  };

  test('is another once a row that it counts or copies from has changed', async () => {
    const { emulator, shelfId, shown } = open();
    const before = await shown();
    expect(before).toMatchObject({ noteCount: 0, shelfName: 'Mine' });
    expect(await shown()).toEqual(before);
    emulator.state['notes']?.insert({ id: 'n1', bookId: 'B1' });
    const counted = await shown();
    expect(counted).toMatchObject({ noteCount: 1, shelfName: 'Mine' });
    emulator.state['shelves']?.insert({ ...emulator.state['shelves'].get(shelfId), name: 'Sea' });
    const copied = await shown();
    expect(copied).toMatchObject({ noteCount: 1, shelfName: 'Sea' });
    expect(new Set([before, counted, copied].map(({ etag }) => etag)).size).toBe(3);
  });

  test('is that of its world alone', async () => {
    const { emulator, shown } = open();
    await shown();
    const fork = emulator.fork();
    fork.state['notes']?.insert({ id: 'n1', bookId: 'B1' });
    expect(await (await fork.fetch(`${fork.baseUrl}/books/B1?key=k`)).json()).toMatchObject({ noteCount: 1 });
    expect(await shown()).toMatchObject({ noteCount: 0 });
  });
});
