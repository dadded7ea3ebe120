import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toEncodedForm, toMultipart } from '@speccast/runtime';
import { readQuery } from '@speccast/runtime/parameters';
import type { OperationContent, ValueTypes } from '@speccast/runtime';
import { readRows } from '../../rows.js';
import { readFields } from '@speccast/runtime/requests';
import { readParts } from '../../../templates/emulator/receive/read-multipart.js';

const { data } = readRows(import.meta.url);
const invalid = (message: string): Error => new Error(message);
const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((one) => !/\p{Surrogate}/u.test(one));
const word = fc.stringMatching(/^[a-z]{1,8}$/);
const place = fc.record({ city: text, zip: fc.integer() }, { requiredKeys: ['city'] });

const types = data<ValueTypes>('types');

const encoding = data<NonNullable<OperationContent['encoding']>>('encoding');

test('a form with any values is read as it was written', () => {
  const content: OperationContent = { mediaType: 'application/x-www-form-urlencoded', kind: 'form', encoding };
  const body = fc.record(
    {
      name: text,
      count: fc.integer(),
      isOn: fc.boolean(),
      tags: fc.array(text, { minLength: 1 }),
      joined: fc.array(text, { minLength: 1 }),
      piped: fc.array(fc.integer(), { minLength: 1 }),
      spaced: fc.array(word, { minLength: 1 }),
      tabbed: fc.array(word, { minLength: 1 }),
      place,
      rows: fc.array(place, { minLength: 1 }),
      json: fc.dictionary(
        word,
        fc
          .jsonValue({ maxDepth: 2 })
          .filter((value) => !Object.is(value, -0) && !JSON.stringify(value).includes('__proto__')),
      ),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(body, (value) => {
      const written = toEncodedForm(value, invalid, content);
      const want = JSON.parse(JSON.stringify(value));
      expect(readFields(readQuery(written).pairs, content, types)).toEqual(want);
    }),
  );
});

test('a multipart body with any values is read as it was written', async () => {
  const content: OperationContent = { mediaType: 'multipart/form-data', kind: 'multipart', encoding };
  const body = fc.record(
    {
      name: text,
      count: fc.integer(),
      tags: fc.array(text, { minLength: 1 }),
      joined: fc.array(word, { minLength: 1 }),
      piped: fc.array(fc.integer(), { minLength: 1 }),
      place,
      rows: fc.array(place, { minLength: 1 }),
      isOn: fc.boolean(),
    },
    { requiredKeys: ['name'] },
  );
  await fc.assert(
    fc.asyncProperty(body, async (value) => {
      const written = await toMultipart(value, invalid, content);
      if (written instanceof FormData || !(written.data instanceof Blob))
        throw new Error('expected a body in a Blob, not FormData');
      const bytes = new Uint8Array(await written.data.arrayBuffer());
      expect(readParts(bytes, written.type ?? '', content, types).body).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test.each(['constructor', 'toString', '__proto__'])('a part may have the name %s, which objects inherit', (name) => {
  const content: OperationContent = { mediaType: 'multipart/form-data', kind: 'multipart' };
  const head = `content-disposition: form-data; name="${name}"; filename="a"`;
  const bytes = new TextEncoder().encode(`--b\r\n${head}\r\n\r\n1\r\n--b--\r\n`);
  const { body } = readParts(bytes, 'multipart/form-data; boundary=b', content, types);
  expect(JSON.stringify(body)).toBe(`{"${name}":"1"}`);
});
