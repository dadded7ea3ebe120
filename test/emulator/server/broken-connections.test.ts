import { serve } from '@speccast/emulator/server';
import { expect, onTestFinished, test } from 'vitest';
import { openShelf } from '../shelf/open-shelf.js';
import { RawClient } from './start-server.js';

const lines = (id: string): readonly string[] => [`GET /v1/books?id=${id}&key=k HTTP/1.1`, 'host: x'];

/** Serves a shelf whose `nth` call of `books.list` ends without a response. */
async function serveWithDisconnect(nth: number) {
  const { emulator } = openShelf();
  emulator.faults.add({ operation: 'books.list', effect: { kind: 'disconnect' }, hits: { nth } });
  const server = await serve(emulator);
  onTestFinished(() => server.close());
  return server;
}

test('a broken connection has no response, and the next connection is served', async () => {
  const server = await serveWithDisconnect(1);
  expect(await new RawClient(server).send(lines('a')).all()).toBe('');
  expect(await new RawClient(server).send(lines('a')).until('items')).toContain('200 OK');
});

test('earlier responses on the same connection are complete', async () => {
  const client = new RawClient(await serveWithDisconnect(2)).send(lines('a'));
  await client.until('items');
  expect((await client.send(lines('b')).all()).match(/HTTP\/1\.1/g)).toEqual(['HTTP/1.1']);
});
