import { describe, expect, test } from 'vitest';
import type { JsonObject } from 'speccast/emitter';
import { apiOf, lowerOperation, lowerParts, ok } from '../lower.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

const paths = (more: JsonObject = {}): JsonObject => ({ '/films': { get: { responses: ok, ...more } } });

describe('an operation', () => {
  table(
    'has the reasons of all statuses, each once, its cost, and whether it is idempotent',
    ({ node, want }: { node: JsonObject; want: object }) => {
      const operation = lowerOperation(node);
      expect(operation).toMatchObject(want);
    },
  );

  test('does not name the bucket that is meant anyway', () => {
    expect(lowerOperation({ responses: ok, 'x-quota': { cost: 1, bucket: 'default' } }).quota).toEqual({ cost: 1 });
  });

  test('says nothing where the spec is silent, or means something else', () => {
    const operation = lowerOperation({ responses: ok, 'x-reasons': 'many', 'x-quota': 5, 'x-idempotent': 'no' });
    expect(Object.keys(operation).filter((key) => ['reasons', 'quota', 'idempotent'].includes(key))).toEqual([]);
  });
});

describe('a service', () => {
  table(
    'has common reasons, those that decide about sending again, and its daily budget',
    ({ parts, want }: { parts: JsonObject; want: unknown }) => {
      const api = apiOf(parts);
      expect(api.errors).toEqual(want);
    },
  );

  table(
    'tells a spent budget from other errors with the same reason by their message',
    ({ parts, want }: { parts: JsonObject; want: unknown }) => {
      const { api, diagnostics } = lowerParts(parts);
      expect(diagnostics.map((one) => one.replace(/^\S+ /, ''))).toEqual([
        'warning unknown-reason: "rateLimitExceded" is not listed under "x-reasons"; did you mean "rateLimitExceeded"?',
      ]);
      expect(api.errors?.quota?.errors).toEqual(want);
    },
  );

  test('without any of it has none', () => {
    expect(apiOf({ paths: paths() }).errors).toBeUndefined();
  });

  test('gives way to a schema with the name of the type', () => {
    const components = { schemas: { CommonReason: { type: 'string' } } };
    const api = apiOf({ 'x-reasons': { '400': ['bad'] }, components, paths: paths() });
    expect(api.errors?.typeName).toBe('TestCommonReason');
  });

  test('whose time zone nobody knows is rejected, and reasons that no error has are told', () => {
    const { api, diagnostics } = lowerParts({
      'x-reasons': { '403': ['quotaExceeded'] },
      'x-retry': { final: ['quotaExceded'] },
      'x-quota-reset': { zone: 'Pacific', reasons: ['quotaExceeded'] },
      paths: paths(),
    });
    expect(diagnostics.map((one) => one.replace(/^\S+ /, ''))).toEqual([
      'warning unknown-reason: "quotaExceded" is not listed under "x-reasons"; did you mean "quotaExceeded"?',
      'error unknown-time-zone: there is no time zone "Pacific"',
    ]);
    expect(api.errors?.quota).toBeUndefined();
  });
});
