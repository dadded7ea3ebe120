import { describe, expect, test } from 'vitest';
import { ValidationError, createValidation } from '@speccast/runtime';
import type { Validator } from '@speccast/runtime/validators';
import { ofStatus } from '../../../../templates/runtime/client/response/of-status.js';
import { core, errorOf, json, operation, script } from '../support.js';

describe('what is declared for a status', () => {
  test.each<[number, string | undefined]>([
    [201, 'exact'],
    [202, 'class'],
    [404, 'any'],
  ])('is that of the status, of its class, or of all: %s', (status, want) => {
    expect(ofStatus({ default: 'any', '2xx': 'class', 201: 'exact' }, status)).toBe(want);
  });

  test('is nothing where nothing is declared for it', () => {
    expect(ofStatus({ 404: 'not found' }, 200)).toBeUndefined();
    expect(ofStatus(undefined, 200)).toBeUndefined();
  });

  test('validates a response, wherever `default` is', async () => {
    const issue = (schema: string): Validator<unknown> => {
      const check: Validator<unknown>['check'] = () => [
        { message: `is of ${schema}`, path: [], keyword: 'not', schema },
      ];
      // What a validation does with a validator is to let it check.
      return { check } as Validator<unknown>;
    };
    const responses = { default: issue('default'), '2XX': issue('class'), 200: issue('exact') };
    const use = createValidation({
      check: (validator, value) => ({ issues: validator.check(value), drift: [] }),
      calls: { 'films.list': { responses } },
    });
    const client = core({ fetch: script(json({})).fetch, validate: { use, response: 'error' } });
    const error = await errorOf(client.call(operation({}), {}));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error.message).toContain('is of exact');
  });
});
