import { expect, test } from 'vitest';
import { connectionFault } from '../../../templates/emulator/engine/faults/cut-body.js';
import { RawClient, served } from './served.js';

const lines = ['GET /a HTTP/1.1', 'host: x'];

test('where the connection is to break, nothing is answered, and the next connection is served', async () => {
  let asked = 0;
  const server = await served(() => {
    asked += 1;
    if (asked === 1) throw connectionFault();
    return new Response('whole');
  });
  expect(await new RawClient(server).send(lines).all()).toBe('');
  expect(await new RawClient(server).send(lines).until('whole')).toContain('200 OK');
});

test('answers that came before on the same connection are whole', async () => {
  const server = await served(({ url }) => {
    if (url.endsWith('/b')) throw connectionFault();
    return new Response('whole');
  });
  const client = new RawClient(server).send(lines);
  await client.until('whole');
  expect((await client.send(['GET /b HTTP/1.1', 'host: x']).all()).match(/HTTP\/1\.1/g)).toEqual(['HTTP/1.1']);
});

test('any other error is an error of the emulator', async () => {
  const server = await served(() => {
    throw new TypeError('not foreseen');
  });
  expect(await new RawClient(server).send(lines).until('not foreseen')).toContain('500 Internal Server Error');
});
