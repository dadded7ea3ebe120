import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Diagnostics, readVocabulary, head, read } from './read-text.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

const file = new URL('../../specs/vocabulary.yaml', import.meta.url);
const vocabulary = readVocabulary({ file: 'vocabulary.yaml', text: readFileSync(file, 'utf8') }, new Diagnostics());

/** Returns the messages about a document that is read with the vocabulary of this repository: `3:9 error …`. */
function check(part: string): readonly string[] {
  if (vocabulary === undefined) throw new Error('the vocabulary is wrong');
  return read(head + part, { vocabulary }).messages.map((message) => message.replace('api.yaml:', ''));
}

function checkOperation(extension: string): readonly string[] {
  return check(`paths: { /a: { get: { responses: { '200': { description: a } }, ${extension} } } }`);
}

function checkParameter(extension: string): readonly string[] {
  const schema = 'schema: { type: array, items: { enum: [snippet] } }';
  return checkOperation(
    `parameters: [{ name: part, in: query, required: true, explode: false, ${schema}, ${extension} }]`,
  );
}

describe('public facts', () => {
  table('of an operation: %s', (given: string) => {
    expect(checkOperation(given)).toEqual([]);
  });

  test.each([
    ['x-part: { default: [snippet], of: items, always: [kind, etag, id] }'],
    ['x-part: { default: body }'],
    ['x-differs: [{ public: a, x-source: public }]'],
  ])('of a parameter: %s', (given) => {
    expect(checkParameter(given)).toEqual([]);
  });

  test('of a service and of a response', () => {
    const stream = 'content: { application/json: { x-stream: true, schema: { type: array } } }';
    const given = [
      'x-quotas: { default: { limit: 10000, per: day }, reads: [{ limit: 120, per: minute }, { limit: 9, per: day }] }',
      "x-reasons: { '401': [authError] }",
      'x-retry: { reasons: [backendError], final: [quotaExceeded], x-source: public }',
      'x-quota-reset: { zone: America/Los_Angeles, reasons: [quotaExceeded], errors: [{ status: 429, reason: rateLimit, message: per day }, { reason: a, message: b }], x-source: public }',
      `paths: { /a: { get: { responses: { '200': { description: a, ${stream} } } } } }`,
    ];
    expect(check(given.join('\n'))).toEqual([]);
  });

  table('that are wrong: %s', (given: string, want: string) => {
    expect(checkOperation(given).map((message) => message.replace(/^[\d:]+ /, ''))).toEqual([want]);
  });

  test.each([
    ['x-part: { default: all }', 'error invalid-extension: "x-part.default" cannot be "all"; it must be "body"'],
    ['x-part: { of: items }', 'error invalid-extension: "x-part" needs "default"'],
  ])('of a parameter that are wrong: %s', (given, want) => {
    expect(checkParameter(given).map((message) => message.replace(/^[\d:]+ /, ''))).toEqual([want]);
  });
});

table('wrong errors of a spent quota: %s', (given: string, want: string) => {
  const [first] = check(`x-quota-reset: { zone: UTC, reasons: [a], errors: [${given}] }\npaths: {}`);
  expect(first?.replace(/^[\d:]+ /, '')).toBe(want);
});
