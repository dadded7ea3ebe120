import { expect, test } from 'vitest';
import { redactUrl } from '../../../../templates/emulator/engine/journal/redact.js';
import { secretNamesOf } from '../../../../templates/emulator/engine/secrets/secret-names.js';
import { shelfPlan } from '../../shelf/open-shelf.js';

const names = secretNamesOf({
  ...shelfPlan,
  service: {
    name: 'shelf',
    version: '1',
    security: {
      key: { kind: 'apiKey', in: 'query', name: 'key' },
      header: { kind: 'apiKey', in: 'header', name: 'x-key' },
      token: { kind: 'bearer', queryParameter: 'access_token' },
    },
  },
});

const given: readonly (readonly [string, string])[] = [
  ['https://shelf.test/books?id=a%20b', 'https://shelf.test/books?id=a%20b'],
  ['https://shelf.test/books?id=a&key=secret', 'https://shelf.test/books?id=a&key=redacted'],
  [
    'https://shelf.test/books?key=one&key=two&access_token=three',
    'https://shelf.test/books?key=redacted&access_token=redacted',
  ],
  ['https://shelf.test/books?k%65y=secret', 'https://shelf.test/books?key=redacted'],
  ['https://shelf.test/books?KEY=secret&id=a', 'https://shelf.test/books?KEY=redacted&id=a'],
];

test('further secrets may be named', () => {
  const address = 'https://shelf.test/books?upload_id=secret&id=a';
  expect(redactUrl(address, names, ['upload_id'])).toBe('https://shelf.test/books?upload_id=redacted&id=a');
});

test.each(given)('%s is noted as %s', (address, want) => {
  expect(redactUrl(address, names)).toBe(want);
});
