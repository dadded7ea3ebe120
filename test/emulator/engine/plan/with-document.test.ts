import type { EmulatorPlan } from '@speccast/emulator';
import { expect, test } from 'vitest';
import { openShelf, shelfPlan } from '../../shelf/open-shelf.js';

type Document = NonNullable<EmulatorPlan['document']>;

const security = [{ oauth: ['read'] }, { key: [] }];

/** Creates a document with members of `books.list` and of the document itself. */
const createDocument = (get: Document, more: Document = {}): Document => ({ paths: { '/books': { get } }, ...more });

test.each([
  ['the scopes of the operation', createDocument({ security }), 403],
  ['the scopes of the document', createDocument({}, { security }), 403],
  ['no scopes if the operation names none', createDocument({ security: [{ oauth: [] }] }), 200],
  ['no scopes if the operation needs no credential', createDocument({ security: [] }, { security }), 200],
])('the profile vendor requires %s', async (_what, document, status) => {
  const options = { profile: 'vendor', credentials: { tokens: { t1: { scopes: ['other'] } } } } as const;
  const { call } = openShelf(options, { ...shelfPlan, document });
  expect((await call('/books?id=a', { token: 't1' })).status).toBe(status);
});

test('reasons of errors are those of the operation and of the document, also if the path is a reference', async () => {
  const pathItems = { Books: { get: { 'x-reasons': { '404': ['bookLost'], often: ['x'] } } } };
  const paths = { '/books': { $ref: '#/components/pathItems/Books' } };
  const document = { paths, components: { pathItems }, 'x-reasons': { '400': ['bad'] } };
  const { emulator } = openShelf({}, { ...shelfPlan, document });
  expect(() => emulator.faults.add({ operation: 'books.list', effect: { kind: 'fail', reason: 'none' } })).toThrow(
    'There are "bookLost" (404), "bad" (400).',
  );
});
