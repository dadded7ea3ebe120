import { expect, test, vi } from 'vitest';
import { checkTypes, listCompletions } from './check-types.js';

// The compiler reads the whole runtime.
vi.setConfig({ testTimeout: 60_000 });

const spec = `
openapi: 3.1.0
info: { title: Films, version: '1' }
servers: [{ url: 'https://films.test' }]
x-reasons: { '403': [quotaExceeded], '401': [authError] }
paths:
  /films:
    get:
      operationId: films.list
      responses: { '200': { description: Films., content: { application/json: { schema: { type: string } } } } }
    delete:
      operationId: films.delete
      x-reasons: { '403': [forbidden], '404': [filmNotFound] }
      responses: { '204': { description: Gone. } }
`;

const head = `
import { ApiError, createFilms, type ApiErrorReason } from './index.js';
const films = createFilms();
`;

test('errors have the reasons of their operation, and `ApiError.is` narrows to some of them', async () => {
  const { errors, hover } = await checkTypes(
    'films',
    spec,
    `${head}
const deleted = films.films.delete();
const result = await deleted.result();
if (!result.ok && ApiError.is(result.error, 'forbidden', 'authError')) {
  result.error.reason satisfies 'forbidden' | 'authError';
  result.error.status satisfies number;
}
const listed = films.films.list();
try {
  await deleted;
} catch (error) {
  if (ApiError.is(error, 'filmNotFound')) { error.reason satisfies 'filmNotFound'; }
  else if (ApiError.is(error, 'newReason')) { error.reason satisfies 'newReason'; }
  else if (ApiError.is(error)) { error.reason satisfies string | undefined; }
  else if (error instanceof ApiError && error.reason === 'other') { error.reason satisfies string; }
}
const all: readonly ApiErrorReason[] = ['forbidden', 'filmNotFound', 'quotaExceeded', 'authError'];
// @ts-expect-error -- no reason of the service
const wrong: ApiErrorReason = 'other';
await listed;
export { all, wrong };
`,
  );
  expect(errors).toEqual([]);
  expect([hover['deleted'], hover['listed']]).toEqual([
    'const deleted: ApiPromise<void, FilmsDeleteReason>',
    'const listed: ApiPromise<string, CommonReason>',
  ]);
});

test('an editor completes the reasons of the operation, or of all operations if it is unknown', async () => {
  const program = `${head}
const deleted = await films.films.delete().result();
if (!deleted.ok) ApiError.is(deleted.error, '|');
const listed = await films.films.list().result();
if (!listed.ok) ApiError.is(listed.error, '|');
try {
} catch (error) {
  ApiError.is(error, '|');
  ApiError.is(error, 'forbidden', '|');
}
`;
  const all = ['authError', 'filmNotFound', 'forbidden', 'quotaExceeded'];
  expect(await listCompletions('films', spec, program)).toEqual([all, ['authError', 'quotaExceeded'], all, all]);
});
