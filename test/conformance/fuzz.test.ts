import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from 'speccast/emitter';
import { isDate, isDateTime, isTime, isHostname, isIpv4, isUuid, isUri } from '@speccast/runtime/validators';
import type { Validator, Issue } from '@speccast/runtime/validators';
import { isJsonObject } from '@speccast/runtime';
import { arbitraryBatch } from './arbitrary-schema.js';
import { compileCases } from './compile-module.js';
import { interpret } from './interpreter.js';
import { openDocument, type SchemaDocument } from './schema-document.js';

const formats = {
  'date-time': isDateTime,
  date: isDate,
  time: isTime,
  ipv4: isIpv4,
  uuid: isUuid,
  uri: isUri,
  hostname: isHostname,
};

/** Numbers of validated values, by the result. */
const counts = { valid: 0, invalid: 0 };

test('compiled validators agree with the interpreter, `is` agrees with `check`, and issues have valid paths', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryBatch, async (cases) => {
      for (const [index, { schema, values, validator }] of (await compileCases(cases)).entries()) {
        const document = openDocument(schema);
        for (const value of values) expectAgreement(validator, document, value);
        if (index % 8 === 0) for (const value of values.slice(-1)) expectDepth(validator, value);
      }
    }),
    { numRuns: 3 },
  );
  // Valid and invalid values have to be frequent enough.
  expect(Math.min(counts.valid, counts.invalid)).toBeGreaterThan((counts.valid + counts.invalid) / 5);
}, 3_600_000);

function expectAgreement(validator: Validator<unknown>, document: SchemaDocument, value: Json): void {
  const want = interpret(document.root, value, formats);
  const issues = validator.check(value);
  const got = { is: validator.is(value), valid: issues.length === 0, astray: issues.filter(hasWrongPlace) };
  expect(got, JSON.stringify({ schema: document.root, value })).toEqual({ is: want, valid: want, astray: [] });
  for (const limit of [1, 2, 5]) expectLimited(validator.check(value, { limit }), limit, issues);
  counts[want ? 'valid' : 'invalid'] += 1;

  function hasWrongPlace({ path, keyword, schema }: Issue): boolean {
    if (keyword === 'maxIssues') return path.length > 0;
    return !isPathIn(path, value) || !document.hasKeyword(schema) || !schema.endsWith(`/${keyword}`);
  }
}

/** Expects that `is` and `check` agree on a value that is nested 700 levels deep. */
function expectDepth(validator: Validator<unknown>, inner: Json): void {
  for (const wrap of [(value: Json): Json => [value], (value: Json): Json => ({ a: value })]) {
    let value = inner;
    for (let level = 0; level < 700; level += 1) value = wrap(value);
    expect(validator.check(value).length > 0).toBe(!validator.is(value));
  }
}

/**
 * Expects that `check` with a limit lists some of the issues that it lists without one; the last one may say that there are more. They
 * need not be the first: an issue that a recursive schema finds twice counts twice and is listed once.
 */
function expectLimited(listed: readonly Issue[], limit: number, issues: readonly Issue[]): void {
  const known = new Set(issues.map((one) => JSON.stringify(one)));
  expect(
    listed.filter((one) => one.keyword !== 'maxIssues' && issues.length < 100 && !known.has(JSON.stringify(one))),
  ).toEqual([]);
  expect(listed.length).toBeLessThanOrEqual(limit);
  expect(listed.length).toBeGreaterThanOrEqual(Math.min(1, issues.length));
}

/** Returns whether a path names a part of the value, or a property that an object in it lacks. */
function isPathIn(path: Issue['path'], value: Json): boolean {
  const [step, ...further] = path;
  if (step === undefined) return true;
  if (Array.isArray(value)) return typeof step === 'number' && step in value && isPathIn(further, value[step]);
  if (!isJsonObject(value) || typeof step !== 'string') return false;
  return Object.hasOwn(value, step) ? isPathIn(further, value[step] ?? null) : further.length === 0;
}
