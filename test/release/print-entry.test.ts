import { expect, test } from 'vitest';
import type { Api, ChangeCode, Change } from 'speccast';
import { changeCodes, type CodeEntry } from '../../generator/diff/change.js';
import { Diagnostics } from '../spec/read-text.js';
import { readApi } from '../api/lower.js';
import { adviceOn, printEntry } from '../../generator/release/print-entry.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

const ids = ['pets.list', 'pets.get', 'pets.insert', 'owners.cars.list', 'odd', 'pets.sell', 'pets.feed'];

const paths = Object.fromEntries(
  ids.map((operationId, index) => [
    `/${index}`,
    { get: { operationId, responses: { 204: { description: 'Done.' } } } },
  ]),
);

function apiOf(): Api {
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths,
  });
  const read = readApi({ spec: { file: 'a.json', text } }, { diagnostics: new Diagnostics() });
  if (read === undefined) throw new Error('the spec cannot be read');
  return read.api;
}

const api = apiOf();
const print = (changes: readonly Change[]): string => printEntry(changes, { before: api, after: api });

function change(over: Partial<Change>): Change {
  const at = { file: 'a.json', line: 1, column: 1 };
  return {
    kind: 'breaking',
    code: 'property-removed',
    message: 'it is gone',
    subject: 'schemas.Pet.tag',
    operations: [],
    at,
    side: 'old',
    ...over,
  };
}

table(
  'calls are named as users write them, and sections come in the order of importance',
  ({ over, given }: { over: Partial<Change>; given: Partial<Change> }) => {
    const text = print([change(over), change(given), change({ operations: ['pets.list', 'pets.get'] })]);
    expect(text).toBe(`### Breaking changes

**A property is gone.** Code that reads it does not compile any more, nor does code that writes it. Stop using it.

- \`Pet.tag\`: it is gone (\`client.pets.list\`, \`client.pets.get\`)

### New

**An operation is new.**

- \`client.owners.cars.list\`: it is new

### Fixed

**Only a text for people changed: title, summary, description, example, link, contact, licence or tag.**

- \`client.pets.list\`: a text changed`);
  },
);

test('what many calls have in common is said once', () => {
  const changes = ids.map((id) =>
    change({
      code: 'limit-tightened',
      message: 'at most 9',
      subject: `operations.${id}.parameters.size`,
      operations: [id],
    }),
  );
  expect(print(changes)).toMatch(
    /\n\n- `client\.pets\.list`, (?:`client\.[\w.]+`, ){3}`client\.[\w.]+` and 2 more, `size`: at most 9$/,
  );
});

test('of many changes that ask nothing of anybody, the first are listed; those that break all are', () => {
  const many = Array.from({ length: 200 }, (_, index) => change({ subject: `schemas.Pet.p${index}` }));
  expect(print(many).match(/^- /gm)).toHaveLength(200);
  const harmless = print(many.map((one) => ({ ...one, kind: 'feature', code: 'property-added' })));
  expect(harmless.match(/^- `/gm)).toHaveLength(20);
  expect(harmless).toMatch(/\n- … and 180 more\.$/);
});

test('text of the spec shows as it is and marks up nothing', () => {
  const evil = '](javascript:alert(1)) <img src=x onerror=alert(1)> **b** `c`\n## 9.9.9\n- | x';
  const text = print([change({ message: `value ${evil}`, subject: `schemas.${evil}` })]);
  const [item = '', ...further] = text.split('\n').filter((row) => /^[-#] |^## /.test(row));
  expect(further).toEqual([]);
  expect(item).toBe(
    '- ``](javascript:alert(1)) <img src=x onerror=alert(1)> **b** `c` ## 9.9.9 - | x``: ' +
      'value \\](javascript:alert(1)) &lt;img src=x onerror=alert(1)&gt; \\*\\*b\\*\\* `c` ## 9.9.9 - \\| x',
  );
});

test('where nothing of the API changed, it says so', () => {
  expect(print([])).toBe('The API is the same; the package was generated anew.');
});

test('every change that may break says what to do about it', () => {
  const codes = Object.entries<CodeEntry>(changeCodes).flatMap(([code, { kind, sent, received, unused }]) =>
    isCode(code) && [kind, sent, received, unused].includes('breaking') ? [code] : [],
  );
  expect(codes.length).toBeGreaterThan(50);
  expect(codes.filter((code) => adviceOn(code) === '')).toEqual([]);
});

function isCode(code: string): code is ChangeCode {
  return Object.hasOwn(changeCodes, code);
}
