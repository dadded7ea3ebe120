import { describe, expect, test } from 'vitest';
import { callKey } from '../../../../templates/emulator/engine/recording/call-key.js';
import { Redactor } from '../../../../templates/emulator/engine/secrets/redactor.js';
import { secretNamesOf } from '../../../../templates/emulator/engine/secrets/secret-names.js';
import { shelfPlan } from '../shelf.js';

const names = secretNamesOf(shelfPlan);

const multipart = 'multipart/form-data';

/** A body of parts, each with a name as it stands in the header and a value. */
function parts(...fields: readonly (readonly [string, string])[]): string {
  const written = fields.map(([name, value]) => `--b\r\nContent-Disposition: form-data; ${name}\r\n\r\n${value}\r\n`);
  return `${written.join('')}--b--\r\n`;
}

describe('a body', () => {
  test.each<[type: string, text: string, want: string]>([
    ['application/json', '{"password":"pa\\"ss-1","a":1}', '{"password":"redacted-1","a":1}'],
    ['application/json', '{"code":"EUR"}', '{"code":"EUR"}'],
    [
      'application/json',
      '{"grant_type":"authorization_code","code":"4/abc"}',
      '{"grant_type":"authorization_code","code":"redacted-1"}',
    ],
    ['application/x-www-form-urlencoded', 'grant_type=a&code=4%2Fabc&x=1', 'grant_type=a&code=redacted-1&x=1'],
    ['application/x-www-form-urlencoded', 'password=p+w&code=DE', 'password=redacted-1&code=DE'],
    ['application/xml', '<a><password>one-one</password></a>', '<a><password>redacted-1</password></a>'],
    ['application/xml', '<n:password><![CDATA[one<one]]></n:password>', '<n:password>redacted-1</n:password>'],
    ['application/xml', `<user password='one-one' name="Ada"/>`, `<user password='redacted-1' name="Ada"/>`],
    [multipart, parts(['name="password"', 'one-one']), parts(['name="password"', 'redacted-1'])],
    [multipart, parts(['name=secret', 'one\r\n\r\ntwo']), parts(['name=secret', 'redacted-1'])],
    [
      multipart,
      parts(['name="meta"', '{"api_key":"one-one"}'], ['name="name"', 'Ada']),
      parts(['name="meta"', '{"api_key":"redacted-1"}'], ['name="name"', 'Ada']),
    ],
    ['text/plain', 'see https://ann:pw-pw-pw@x.test/a?token=abc#b', 'see https://x.test/a?token=redacted-1#b'],
  ])('of %s: %s', (type, text, want) => {
    expect(new Redactor(names).body(text, type)).toBe(want);
    // What was recorded is found again by what is sent.
    const keyOf = (body: string): string =>
      callKey({ method: 'POST', target: '/a', mediaType: type, body: new TextEncoder().encode(body) }, names);
    expect(keyOf(want)).toBe(keyOf(text));
    expect(keyOf(`${text}x`)).not.toBe(keyOf(text));
  });
});

describe('headers', () => {
  test.each([
    ['Link', '<https://x.test/a?page=2&token=>; rel="next"', '<https://x.test/a?page=2&token=>; rel="next"'],
    [
      'Link',
      '<https://x.test/a?token=one-one&page=2>; rel="next", </b?code=4abc>; rel="first"',
      '<https://x.test/a?token=redacted-1&page=2>; rel="next", </b?code=redacted-2>; rel="first"',
    ],
    ['Location', 'https://app.test/back?state=1&code=4%2Fabc', 'https://app.test/back?state=1&code=redacted-1'],
    ['Location', 'https://ann:pw-pw-pw@x.test/', 'https://x.test/'],
    ['Refresh', '0; url=https://x.test/?token=one-one', '0; url=https://x.test/?token=redacted-1'],
    ['X-Note', 'plain', 'plain'],
  ])('%s: %s', (name, value, want) => {
    expect(new Redactor(names).headers([[name, value]])).toEqual([[name, want]]);
  });
});

test('a code that the document declares as a parameter is none of a sign-in', () => {
  const [first] = shelfPlan.operations;
  if (first === undefined) throw new Error('The shelf has operations.');
  const operation = { ...first.operation, parameters: [{ name: 'code', in: 'query' as const }] };
  const declared = secretNamesOf({ ...shelfPlan, operations: [{ ...first, operation }] });
  expect([names.isQuery('code'), declared.isQuery('code')]).toEqual([true, false]);
});
