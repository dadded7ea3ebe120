import { describe, expect, test } from 'vitest';
import type { EmulatorPlan } from '@speccast/emulator';
import type { JsonObject } from '@speccast/runtime';
import { withDocument } from '../../../../templates/emulator/engine/plan/with-document.js';
import { operation, planned, shelfPlan } from '../shelf.js';

const read = 'https://shelf.test/auth/read';

function planOf(document: JsonObject, more: Partial<EmulatorPlan> = {}): EmulatorPlan {
  const list = planned(operation('books.list'), { action: { list: 'books', items: 'items' } });
  return withDocument({ ...shelfPlan, operations: [list], document, ...more });
}

function stating(get: JsonObject, more: JsonObject = {}): JsonObject {
  return { paths: { '/books': { get } }, ...more };
}

describe('reasons of errors', () => {
  test('are those of the operation, and of all of them', () => {
    const document = stating(
      { 'x-reasons': { '404': ['bookNotFound'], often: ['x'] } },
      { 'x-reasons': { '4XX': ['bad'] } },
    );
    const { operations, reasons } = planOf(document);
    expect([operations[0]?.reasons, reasons]).toEqual([{ '404': ['bookNotFound'] }, { '4XX': ['bad'] }]);
  });

  test('are found behind a reference to the path', () => {
    const document = {
      paths: { '/books': { $ref: '#/components/pathItems/Books' } },
      components: { pathItems: { Books: { get: { 'x-reasons': { '404': ['bookNotFound'] } } } } },
    };
    expect(planOf(document).operations[0]?.reasons).toEqual({ '404': ['bookNotFound'] });
  });
});

describe('what the real service demands', () => {
  const security = [{ oauth: [read] }, { key: [] }];

  test.each([
    ['scopes of the operation', stating({ security }), security],
    ['those of all operations', stating({}, { security }), security],
    ['nothing where no scope is named', stating({ security: [{ oauth: [] }] }), undefined],
    ['nothing where no credential is asked for', stating({ security: [] }, { security }), undefined],
  ])('is %s', (_, document, want) => {
    expect(planOf(document).vendor?.operations?.['books.list']?.needs).toEqual(want);
  });

  test('counts the schemes that are named, beside what else is known', () => {
    const vendor = { operations: { 'books.list': { schemes: ['key'], required: ['id'] } } };
    const rules = planOf(stating({ security }), { vendor }).vendor?.operations?.['books.list'];
    expect(rules).toEqual({ schemes: ['key'], required: ['id'], needs: [{ key: [] }] });
  });
});

test('a plan without a document is as it was', () => {
  expect(withDocument(shelfPlan)).toBe(shelfPlan);
});
