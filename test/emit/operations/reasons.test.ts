import { describe, expect, test } from 'vitest';
import { lowerApi } from '../../api/lower.js';
import { Diagnostics, readSpec } from '../../spec/read-text.js';
import { emitClient } from '../../../generator/emit/client/emit-client.js';
import { emitOperations } from '../../../generator/emit/operations/emit-operations.js';
import { printFiles } from '../../../generator/output/print/print-files.js';
import { context } from '../code/fixture.js';

const facts = `
x-reasons: { '403': [quotaExceeded] }
x-retry: { reasons: [busy], final: [quotaExceeded] }
x-quota-reset: { zone: America/Los_Angeles, reasons: [quotaExceeded] }`;

function emitted(more: string, ofService: string = facts): Readonly<Record<string, string>> {
  const text = `openapi: 3.1.0
info: { title: Films, version: '1' }${ofService}
paths: { /films: { post: { operationId: films.insert, responses: { '204': { description: Done. } }, ${more} } } }
`;
  const diagnostics = new Diagnostics();
  const document = readSpec({ file: 'spec.yaml', text }, { readFile: () => undefined, diagnostics });
  if (document === undefined) throw new Error(JSON.stringify(diagnostics.list));
  const given = context(lowerApi(document, { name: 'films', diagnostics }));
  const files = [...printFiles([...emitOperations(given), ...emitClient(given)], '//')];
  return Object.fromEntries(files.map(({ path, source }) => [path, source.text]));
}

describe('an operation', () => {
  test('has a type of its reasons, its cost and its promise of idempotency in its descriptor', () => {
    const file = emitted("x-reasons: { '409': [\"film'Exists\"] }, x-quota: { cost: 50 }, x-idempotent: true")[
      'src/operations/films.ts'
    ];
    expect(file).toContain(`/** Reasons of the errors of \`films.insert\`. */
export type FilmsInsertReason = 'film\\'Exists' | CommonReason;`);
    expect(file).toContain(': Operation<FilmsInsertParams, FilmsInsertResponse, FilmsInsertReason> = {');
    expect(file).toContain('  quota: { cost: 50 },\n  idempotent: true,\n');
  });

  test('without reasons of its own has those of all', () => {
    const files = emitted('x-quota: { cost: 1, bucket: writes }');
    expect(files['src/operations/films.ts']).toContain('<FilmsInsertParams, FilmsInsertResponse, CommonReason> = {');
    expect(files['src/operations/films.ts']).toContain(`  quota: { cost: 1, bucket: 'writes' },\n`);
    expect(files['src/client/films.ts']).toContain('ApiPromise<FilmsInsertResponse, CommonReason>');
  });
});

describe('a service', () => {
  test('says once which reasons decide about sending again, and brings the error of its daily budget', () => {
    const file = emitted('tags: []')['src/operations/service.ts'];
    expect(file).toContain(`import { dailyQuota, readErrorTexts } from '@speccast/runtime';`);
    expect(file).toContain(`export type CommonReason = 'quotaExceeded';`);
    expect(file).toContain(`  retryReasons: ['busy'],\n  finalReasons: ['quotaExceeded'],\n`);
    expect(file).toContain(`  quota: dailyQuota('America/Los_Angeles', ['quotaExceeded']),\n`);
  });

  test('exports the class of its errors with all reasons', () => {
    const files = emitted("x-reasons: { '404': [gone] }");
    expect(files['src/client/api-error.ts']).toContain(
      'export type ApiErrorReason = CommonReason | FilmsInsertReason;',
    );
    expect(files['src/index.ts']).toContain(`export { ApiError } from './client/api-error.js';`);
    expect(files['src/index.ts']).toMatch(/^export \{[^}]*\bQuotaError\b[^}]*\} from '@speccast\/runtime';$/m);
  });

  test('without any of it has no trace of it', () => {
    const files = emitted('tags: []', '');
    expect(files['src/operations/service.ts']).not.toMatch(/Reason|quota/);
    expect(files['src/client/api-error.ts']).toBeUndefined();
    expect(files['src/operations/films.ts']).toContain('<FilmsInsertParams, FilmsInsertResponse> = {');
    expect(files['src/index.ts']).toMatch(/^export \{[^}]*\bApiError\b[^}]*\} from '@speccast\/runtime';$/m);
    expect(files['src/index.ts']).not.toContain('QuotaError');
  });
});
