import type { EmulatorPlan } from '@speccast/emulator';
import { expect, test } from 'vitest';
import { openShelf, shelfPlan } from '../../shelf/open-shelf.js';

type Document = NonNullable<EmulatorPlan['document']>;

const security = [{ oauth: ['read'] }, { key: [] }];

/** What a document states of `books.list`, and of all operations. */
const stating = (get: Document, more: Document = {}): Document => ({ paths: { '/books': { get } }, ...more });

test.each([
  ['the scopes of the operation', stating({ security }), 403],
  ['those of all operations', stating({}, { security }), 403],
  ['nothing where no scope is named', stating({ security: [{ oauth: [] }] }), 200],
  ['nothing where no credential is asked for', stating({ security: [] }, { security }), 200],
])('the real service demands %s', async (_what, document, status) => {
  const options = { profile: 'vendor', credentials: { tokens: { t1: { scopes: ['other'] } } } } as const;
  const { call } = openShelf(options, { ...shelfPlan, document });
  expect((await call('/books?id=a', { token: 't1' })).status).toBe(status);
});

test('reasons of errors are those of the operation and of all, also behind a reference to the path', async () => {
  const pathItems = { Books: { get: { 'x-reasons': { '404': ['bookLost'], often: ['x'] } } } };
  const paths = { '/books': { $ref: '#/components/pathItems/Books' } };
  const document = { paths, components: { pathItems }, 'x-reasons': { '400': ['bad'] } };
  const { emulator } = openShelf({}, { ...shelfPlan, document });
  expect(() => emulator.faults.add({ operation: 'books.list', effect: { kind: 'fail', reason: 'none' } })).toThrow(
    'There are "bookLost" (404), "bad" (400).',
  );
});
