import { expect, test } from 'vitest';
import { lowerApi } from '../../../generator/api/lower-api.js';
import { hasGoogleErrors } from '../../../generator/api/operations/responses.js';
import { Diagnostics } from '../../../generator/diagnostics.js';
import { readSpec } from '../../../generator/spec/read-spec.js';

const text = { type: 'string' };
const ok = { 200: { description: 'Done.' } };

/** An object with properties. */
function object(properties: object): object {
  return { type: 'object', properties };
}

/** A list of objects with properties. */
function list(properties: object): object {
  return { type: 'array', items: object(properties) };
}

/** Responses with an error of a schema. */
function failing(schema: object, mediaType = 'application/json'): object {
  return { ...ok, default: { description: 'Failed.', content: { [mediaType]: { schema } } } };
}

const google = object({
  error: object({
    code: { type: 'integer' },
    message: text,
    errors: list({ reason: text, message: text }),
    details: list({ '@type': text }),
  }),
});

test.each<[string, readonly object[], boolean]>([
  ['errors in that form', [failing(google), failing(google)], true],
  ['a message alone', [failing(object({ error: object({ message: text }) }))], true],
  ['an operation without an error', [failing(google), ok], false],
  ['an error without a body', [failing(google), { 404: { description: 'Absent.' } }], false],
  ['another form', [failing(google), failing(object({ detail: text }))], false],
  ['another member beside it', [failing(object({ error: object({ message: text }), fields: list({}) }))], false],
  [
    'fields in its list',
    [failing(object({ error: object({ message: text, details: list({ field: text }) }) }))],
    false,
  ],
  ['fields in an object', [failing(object({ error: object({ message: text, fields: object({ a: text }) }) }))], false],
  ['no text', [failing(object({ error: object({ code: text }) }))], false],
  ['XML', [failing(google, 'application/xml')], false],
  ['a response of which nothing is declared', [{ ...ok, 500: { description: 'Failed.', content: {} } }], false],
])('%s are those of a Google API or not', (_, responses, want) => {
  const paths = Object.fromEntries(
    responses.map((one, at) => [`/a${at}`, { get: { operationId: `a${at}`, responses: one } }]),
  );
  const spec = JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths });
  const diagnostics = new Diagnostics();
  const document = readSpec({ file: 'spec.json', text: spec }, { readFile: () => undefined, diagnostics });
  if (document === undefined) throw new Error(JSON.stringify(diagnostics.list));
  expect(hasGoogleErrors(lowerApi(document, { name: 'a', diagnostics }))).toBe(want);
});
