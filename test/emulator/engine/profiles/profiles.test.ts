import { expect, test } from 'vitest';
import { startEmulator } from '@speccast/emulator';
import type { EmulatorOptions, EmulatorPlan } from '@speccast/emulator';
import { HttpError } from '@speccast/runtime/requests';
import { validatorOf, withRules } from '@speccast/runtime/validators';
import { noteHeaders, newNotes } from '../../../../templates/emulator/engine/profiles/notes.js';
import { shelfPlan } from '../shelf.js';
import { mergeRules } from '../../../../templates/emulator/engine/profiles/apply-profile.js';

const vendor: EmulatorPlan['vendor'] = {
  settings: {
    anonymous: { status: 403, reason: 'nobody' },
    envelope: { domains: { shelves: ['shelfFull'] }, named: [] },
  },
  operations: {
    'books.list': { needs: [{ key: [] }, { oauth: ['read'] }] },
    'books.insert': {
      needs: [{ oauth: ['write'] }],
      behaviour: { limit: [{ atMost: 1, of: 'books', per: 'shelfId', reason: 'shelfFull' }] },
    },
  },
  resources: {
    books: {
      references: [{ path: 'shelfId', table: 'shelves', where: { name: 'Mine' }, status: 400, reason: 'closedShelf' }],
    },
  },
};

/** Takes any parameters that keep the rules between them. */
const parameters = withRules<unknown, unknown>(
  validatorOf({ pointer: '#', schema: '', is: () => true }),
  { exactlyOne: ['shelfId', 'id', 'mine'] },
  '#/x-parameter-rules',
);

const plan = {
  ...shelfPlan,
  vendor,
  operations: shelfPlan.operations.map((one) => (one.operation.id === 'books.list' ? { ...one, parameters } : one)),
};

async function ask(
  options: EmulatorOptions,
  method: string,
  path: string,
  token?: string,
  json?: object,
): Promise<readonly [number, unknown, string | null]> {
  const { baseUrl, fetch } = startEmulator(plan, options);
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(baseUrl + path, { method, headers, ...(json && { body: JSON.stringify(json) }) });
  const body: unknown = await response.json();
  const reason: unknown = Object(body).error?.errors?.[0]?.reason;
  return [response.status, reason, response.headers.get('x-mock-warning')];
}

test('what the real service adds binds in the profile `vendor` alone', async () => {
  expect(await ask({}, 'GET', '/books?shelfId=old')).toEqual([401, 'required', null]);
  expect(await ask({ profile: 'vendor' }, 'GET', '/books?shelfId=old')).toEqual([403, 'nobody', null]);
  expect(await ask({}, 'GET', '/books?shelfId=old&id=x&key=k')).toEqual([200, undefined, null]);
  expect(await ask({ profile: 'vendor' }, 'GET', '/books?shelfId=old&id=x&key=k')).toEqual([
    400,
    'incompatibleParameters',
    null,
  ]);
});

test('a token needs one of the scopes of its operation, where its scopes are known', async () => {
  const credentials = { tokens: { reader: { scopes: ['read'] }, all: {} } };
  expect(await ask({ profile: 'vendor', credentials }, 'GET', '/books?mine=true', 'reader')).toEqual([
    200,
    undefined,
    null,
  ]);
  const insert = (token: string, options: EmulatorOptions): Promise<unknown> =>
    ask({ credentials, ...options }, 'POST', '/books', token, { shelfId: 'none', title: 'x' });
  expect(await insert('reader', { profile: 'vendor' })).toEqual([403, 'insufficientPermissions', null]);
  expect(await insert('all', { profile: 'vendor' })).toEqual([404, 'shelfNotFound', null]);
  expect(await insert('reader', {})).toEqual([404, 'shelfNotFound', null]);
});

test('the profile `lenient` warns of what can be carried out all the same', async () => {
  const options = { profile: 'lenient' } as const;
  expect(await ask(options, 'GET', '/books')).toEqual([
    200,
    undefined,
    'required (Authorization), missingRequiredParameter (parameters)',
  ]);
  expect(await ask(options, 'GET', '/books?id=x&status=lost&key=k')).toEqual([
    200,
    undefined,
    'invalidParameter (status)',
  ]);
  expect(await ask(options, 'GET', '/books/none?key=k')).toEqual([404, 'bookNotFound', null]);
});

test('rules are laid over others member by member, and lists continue', () => {
  const base = { names: ['a'], inner: { kept: 1, changed: 1 } };
  expect(mergeRules(base, { names: ['b'], inner: { changed: 2 }, more: true })).toEqual({
    names: ['a', 'b'],
    inner: { kept: 1, changed: 2 },
    more: true,
  });
});

test('headers tell of ten things at most, in characters that they can hold', () => {
  const notes = newNotes();
  for (let count = 0; count < 12; count += 1) notes.ignored.push(`member,${count}ä\n`);
  notes.warnings.push(new HttpError(400, 'x'.repeat(500), 'long'));
  const headers = new Headers({ ...noteHeaders(notes) });
  expect(headers.get('x-mock-ignored')?.split(', ')).toEqual([
    ...Array.from({ length: 10 }, (_, one) => `member?${one}??`),
    '...',
  ]);
  expect(headers.get('x-mock-warning')).toHaveLength(120);
});
