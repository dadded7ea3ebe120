import { describe, expect, test } from 'vitest';
import { parsePathTemplate } from '../../generator/spec/check/check-paths.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

describe('path templates', () => {
  test('name their variables, with Google patterns', () => {
    const given = '/v1/{name=accounts/*}/{+rest}/{id}:run';
    const want = [{ name: 'name', pattern: 'accounts/*' }, { name: 'rest' }, { name: 'id' }];
    expect(parsePathTemplate(given).variables).toEqual(want);
  });

  test('have the same shape whatever the names are', () => {
    expect(parsePathTemplate('/a/{b}').shape).toBe(parsePathTemplate('/a/{c}').shape);
  });

  test('have another shape where the patterns differ', () => {
    expect(parsePathTemplate('/{a=x/*}').shape).not.toBe(parsePathTemplate('/{a=y/*}').shape);
  });

  test('say which name they repeat', () => {
    expect(parsePathTemplate('/{a}/{b}/{a}')).toMatchObject({ repeated: 'a' });
    expect(parsePathTemplate('/{a}/{b}').repeated).toBeUndefined();
  });

  table('%s is broken', (given: string, want: string) => {
    expect(parsePathTemplate(given).broken).toBe(want);
  });
});
