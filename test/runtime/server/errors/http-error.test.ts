import { expect, test, vi } from 'vitest';
import { HttpError } from '@speccast/runtime/requests';

test('errors of another copy of the package are recognized, those of other classes are not', async () => {
  vi.resetModules();
  const other = await import('../../../../templates/runtime/server/errors/http-error.js');
  class Own extends HttpError {}
  const error = new other.HttpError(400, 'invalid', 'No.');
  expect(other.HttpError).not.toBe(HttpError);
  expect([error, new Own(400, 'invalid', 'No.'), new Error('No.')].map((one) => one instanceof HttpError)).toEqual([
    true,
    true,
    false,
  ]);
  expect([error, new Own(400, 'invalid', 'No.')].map((one) => one instanceof Own)).toEqual([false, true]);
});
