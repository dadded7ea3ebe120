import { expect } from 'vitest';
import { type ResourceSite, findResourceSite } from '../../../generator/api/behaviour/collections.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

table('%s', (path: string, want: Partial<ResourceSite>) => {
  expect(findResourceSite(path)).toMatchObject(want);
});
