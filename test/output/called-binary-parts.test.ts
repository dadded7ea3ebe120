import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCase, type ImportedCase } from './import-case.js';

interface Client {
  readonly photos: { readonly insert: (params: { readonly body: object }) => Promise<unknown> };
}

let one: ImportedCase<Client> | undefined;

beforeAll(async () => {
  one = await importCase<Client>('positive-binary-parts');
});

afterAll(() => one?.remove());

const bytes = new Uint8Array([0, 255, 13, 10, 45, 45, 128]);
const latin = String.fromCharCode(...bytes);

describe('parts that are bytes by contentEncoding, or by the contentType of their encoding alone', () => {
  test('are sent as they are, with their media types, and received as they were', async () => {
    const { emulator } = one!.open();
    const sent: Request[] = [];
    const fetch = async (request: Request): Promise<Response> => {
      sent.push(request.clone());
      return emulator.fetch(request);
    };
    const { client } = one!.open({ fetch, baseUrl: emulator.baseUrl });
    const body = {
      title: 'Fjord',
      raw: new Blob([bytes]),
      thumbnail: new Blob([bytes], { type: 'image/jpeg' }),
      pages: [new Blob(['1']), new Blob([bytes])],
    };
    expect(await client.photos.insert({ body })).toMatchObject({ title: expect.any(String) });
    const form = await sent[0]!.formData();
    const files = [...form].filter(([, value]) => typeof value !== 'string');
    expect(files.map(([name, value]) => [name, Object(value).type])).toEqual([
      ['raw', 'application/octet-stream'],
      ['thumbnail', 'image/jpeg'],
      ['pages', 'application/octet-stream'],
      ['pages', 'application/octet-stream'],
    ]);
    expect(new Uint8Array(await Object(form.get('raw')).arrayBuffer())).toEqual(bytes);
    expect(emulator.journal.at(0)?.body).toEqual({ title: 'Fjord', raw: latin, thumbnail: latin, pages: ['1', latin] });
  });

  test.each([
    { body: { title: 'Fjord' }, location: 'raw', message: 'is required' },
    { body: { title: '', raw: new Blob([bytes]) }, location: 'title', message: 'must have at least 1 character' },
  ])('are validated by the emulator: $location $message', async ({ body, location, message }) => {
    await expect(one!.open().client.photos.insert({ body })).rejects.toMatchObject({
      status: 400,
      errors: [{ location, message }],
    });
  });

  test('have no other media types than those declared', async () => {
    const body = { title: 'Fjord', raw: new Blob([bytes]), thumbnail: new Blob([bytes], { type: 'text/csv' }) };
    await expect(one!.open({ validate: {} }).client.photos.insert({ body })).rejects.toThrow('image/png');
  });
});
