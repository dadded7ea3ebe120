import { describe, expect, test } from 'vitest';
import { diffSpecs } from 'speccast';
import { changesBetween, edit, printChange, printKind } from './change-row.js';
import { library } from './library.js';
import { limitRows } from './limit-rows.js';
import { objectRows } from './object-rows.js';
import { operationRows } from './operation-rows.js';
import { renameRows } from './rename-rows.js';
import { requestRows } from './request-rows.js';
import { responseRows } from './response-rows.js';
import { serviceRows } from './service-rows.js';
import { valueRows } from './value-rows.js';

const rows = { serviceRows, operationRows, requestRows, responseRows, objectRows, valueRows, limitRows, renameRows };

test('there are changes to look at', () => {
  expect(Object.values(rows).flat().length).toBeGreaterThan(120);
});

test('a document has not changed from itself', () => {
  expect(changesBetween(library, library)).toEqual([]);
});

test.each(Object.entries(rows))('speccast as a library finds the same: the first of %s', (_, [row]) => {
  if (row === undefined) throw new Error('there is no row');
  const [before, after] = [library, edit(row)].map((text) => ({ spec: { file: 'library.yaml', text } }));
  if (before === undefined || after === undefined) throw new Error('there are two sides');
  expect(diffSpecs({ before, after }).changes?.map(printChange)).toEqual(row.want);
});

describe.each(Object.entries(rows))('%s', (_, some) => {
  test.each(some)('$name', (row) => {
    const changes = changesBetween(library, edit(row));
    expect(changes.map(printChange)).toEqual(row.want);
    expect([...new Set(changesBetween(edit(row), library).map(printKind))]).toEqual(row.back);
  });
});
