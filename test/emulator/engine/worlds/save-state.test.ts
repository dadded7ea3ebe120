import { expect, test } from 'vitest';
import { openShelf } from '../../shelf/open-shelf.js';

const headers = { authorization: 'Bearer ann', 'content-type': 'application/json' };

async function listTitles(emulator: ReturnType<typeof openShelf>['emulator'], shelf: string): Promise<unknown> {
  const titles: unknown[] = [];
  for (let token = ''; token !== undefined;) {
    const response = await emulator.fetch(
      `${emulator.baseUrl}/books?shelfId=${shelf}&key=k${token && `&pageToken=${token}`}`,
    );
    const { items, nextPageToken } = await response.json();
    titles.push(...items.map(({ title }: { title: string }) => title));
    token = nextPageToken;
  }
  return titles;
}

test('a state can be saved as JSON and loaded: rows, their order, numbers and callers', async () => {
  const { emulator } = openShelf();
  const shelf = String((emulator.as('ann'), emulator.state['shelves']?.list().at(-1)?.['id']));
  const insert = (body: object) =>
    emulator.fetch(`${emulator.baseUrl}/books`, { method: 'POST', headers, body: JSON.stringify(body) });
  for (const title of ['a', 'b']) await insert({ title, shelfId: shelf });
  await insert({ title: 'first', shelfId: shelf, position: 0 });
  const { emulator: other } = openShelf();
  other.load(JSON.parse(JSON.stringify(emulator.save())));
  expect([await listTitles(other, shelf), await listTitles(emulator, shelf)]).toEqual([
    ['first', 'a', 'b'],
    ['first', 'a', 'b'],
  ]);
  expect(other.as('ann')).toEqual(emulator.as('ann'));
  const ids = [emulator, other].map((one) => one.state['books']?.insert({ title: 'next' })['id']);
  expect(ids[0]).toBe(ids[1]);
  expect(other.save().world.tables).toEqual(emulator.save().world.tables);
});

test('an invalid state is rejected, and changes nothing', () => {
  const { emulator } = openShelf();
  const before = emulator.snapshot();
  const good = emulator.save();
  for (const bad of [
    null,
    1,
    {},
    { ...good, moved: '1' },
    { ...good, world: { ...good.world, tables: [{ name: 1 }] } },
    { ...good, world: { ...good.world, blobs: [{ key: 'x' }] } },
    { ...good, world: { ...good.world, sequences: [['a', 'b']] } },
  ])
    expect(() => emulator.load(bad)).toThrow(TypeError);
  expect(emulator.snapshot()).toEqual(before);
});

test('a snapshot of another service is rejected', () => {
  const { emulator } = openShelf();
  const before = emulator.snapshot();
  expect(() => emulator.restore({ ...before, service: 'pets' })).toThrow('The snapshot is of "pets", not of shelf.');
  expect(emulator.snapshot()).toEqual(before);
});
