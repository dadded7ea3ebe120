import { expect } from 'vitest';
import type { Json } from 'speccast/emitter';
import { apiOfSchemas, modelOf } from '../lower.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

table('$given says $want', ({ given, want }: { given: Json; want: readonly string[] }) => {
  expect(modelOf(apiOfSchemas({ Subject: given }), 'Subject').notes).toEqual(want);
});
