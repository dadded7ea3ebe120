import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiKey } from '@speccast/runtime';
import { importCase, type CalledCase, type ImportedCase } from './import-case.js';

type Send = (params: object) => Promise<unknown>;
interface Client {
  readonly pets: Readonly<Record<'list' | 'insert' | 'get' | 'rename' | 'setPhoto', Send>>;
}

let one: ImportedCase<Client> | undefined;

beforeAll(async () => {
  one = await importCase<Client>('positive-swagger-2');
});

afterAll(() => one?.remove());

function open(): CalledCase<Client> {
  return one!.open({ auth: apiKey('k') });
}

test('a client of a Swagger document joins lists as its collection formats say', async () => {
  const { client, emulator, sent } = open();
  const params = {
    ids: [1, 2],
    tags: ['a', 'b'],
    colours: ['red', 'blue'],
    names: ['c', 'd'],
    cells: ['e', 'f'],
    'X-Marks': ['g', 'h'],
    'X-Words': ['i', 'j'],
    'X-Bars': [3, 4],
  };
  await client.pets.list(params);
  const { request } = sent[0]!;
  expect(decodeURIComponent(new URL(request.url).search)).toBe(
    '?ids=1,2&tags=a&tags=b&colours=red|blue&names=c d&cells=e\tf',
  );
  expect(request.headers.get('x-marks')).toBe('g,h');
  expect(request.headers.get('x-words')).toBe('i j');
  expect(request.headers.get('x-bars')).toBe('3|4');
  expect(request.headers.get('x-key')).toBe('k');
  expect(emulator.journal.at(0)?.params).toEqual(params);
});

test('its form fields travel as they are consumed', async () => {
  const { client, emulator, sent } = open();
  const body = { to: 'Tim', tags: ['a', 'b'], marks: [1, 2], words: ['c', 'd'] };
  await client.pets.rename({ name: 'Tom', body });
  expect(sent[0]!.body).toBe('to=Tim&tags=a,b&marks=1&marks=2&words=c%09d');
  expect(emulator.journal.at(0)?.body).toEqual(body);
  await client.pets.setPhoto({ name: 'Tom', body: { caption: 'He', photo: new Blob(['png']) } });
  expect(sent[1]!.request.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
});

test('what the document does not allow is rejected', async () => {
  const { client, sent } = open();
  const path = { name: 'Tom' };
  await expect(client.pets.list({ page: 0 })).rejects.toThrow(/page/);
  await expect(client.pets.rename({ ...path, body: { to: '' } })).rejects.toThrow(/to/);
  expect(sent).toEqual([]);
  // A form in parts is left to the service.
  await expect(client.pets.setPhoto({ ...path, body: { caption: 'He' } })).rejects.toThrow(/photo/);
});
