import { describe, expect, test } from 'vitest';
import type { JsonObject } from 'speccast/emitter';
import { lowerOrThrow, lowerOperation, lowerParts, ok } from '../lower.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

const paths = (more: JsonObject = {}): JsonObject => ({ '/films': { get: { responses: ok, ...more } } });

describe('an operation', () => {
  table(
    'has the reasons of all statuses, each once, its cost and `idempotent`',
    ({ node, want }: { node: JsonObject; want: object }) => {
      const operation = lowerOperation(node);
      expect(operation).toMatchObject(want);
    },
  );

  test('does not name the default bucket of its quota', () => {
    expect(lowerOperation({ responses: ok, 'x-quota': { cost: 1, bucket: 'default' } }).quota).toEqual({ cost: 1 });
  });

  test('has none of these if the extensions are absent or of another type', () => {
    const operation = lowerOperation({ responses: ok, 'x-reasons': 'many', 'x-quota': 5, 'x-idempotent': 'no' });
    expect(Object.keys(operation).filter((key) => ['reasons', 'quota', 'idempotent'].includes(key))).toEqual([]);
  });
});

describe('a service', () => {
  table(
    'has its common reasons, those that control retries, and its daily budget',
    ({ parts, want }: { parts: JsonObject; want: unknown }) => {
      const api = lowerOrThrow(parts);
      expect(api.errors).toEqual(want);
    },
  );

  table(
    'distinguishes a spent budget from other errors with the same reason by the message',
    ({ parts, want }: { parts: JsonObject; want: unknown }) => {
      const { api, diagnostics } = lowerParts(parts);
      expect(diagnostics.map((one) => one.replace(/^\S+ /, ''))).toEqual([
        'warning unknown-reason: "rateLimitExceded" is not listed under "x-reasons"; did you mean "rateLimitExceeded"?',
      ]);
      expect(api.errors?.quota?.errors).toEqual(want);
    },
  );

  test('has no errors if the document declares none', () => {
    expect(lowerOrThrow({ paths: paths() }).errors).toBeUndefined();
  });

  test('renames its type of reasons if a schema has the name', () => {
    const components = { schemas: { CommonReason: { type: 'string' } } };
    const api = lowerOrThrow({ 'x-reasons': { '400': ['bad'] }, components, paths: paths() });
    expect(api.errors?.typeName).toBe('TestCommonReason');
  });

  test('is rejected with an unknown time zone, and reasons that no error has are reported', () => {
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
