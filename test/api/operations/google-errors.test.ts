import { expect } from 'vitest';
import { lowerApi } from '../lower.js';
import { hasGoogleErrors } from '../../../generator/api/operations/responses.js';
import { Diagnostics, readSpec } from '../../spec/read-text.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

table('%s are those of a Google API or not', (_: string, responses: readonly object[], want: boolean) => {
  const paths = Object.fromEntries(
    responses.map((one, at) => [`/a${at}`, { get: { operationId: `a${at}`, responses: one } }]),
  );
  const spec = JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths });
  const diagnostics = new Diagnostics();
  const document = readSpec({ file: 'spec.json', text: spec }, { readFile: () => undefined, diagnostics });
  if (document === undefined) throw new Error(JSON.stringify(diagnostics.list));
  expect(hasGoogleErrors(lowerApi(document, { name: 'a', diagnostics }))).toBe(want);
});
