import { describe, expect, test } from 'vitest';
import { createTestCore, catchError, createOperation } from '../support.js';
import { readYaml } from '../../../rows.js';

interface Row {
  readonly form: string;
  readonly body: unknown;
  readonly message: readonly string[];
}

const rows = readYaml<readonly Row[]>(new URL('error-texts.yaml', import.meta.url));

/** Returns the message of the error for a response with this body, without the operation. */
async function readErrorMessage(body: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const fetch = async (): Promise<Response> => new Response(body, { status: 422, statusText: 'Nope', headers });
  const error = await catchError(createTestCore({ fetch, retry: 0 }).call(createOperation(), {}));
  return error.message.replace(/^films\.list: /, '');
}

describe('the message of an error', () => {
  test.each(rows)('for a body in the form of $form has its texts', async ({ body, message }) => {
    expect((await readErrorMessage(JSON.stringify(body))).split('\n')).toEqual(message);
  });

  test.each([
    ['a text', 'The pail is full.', '422: The pail is full.'],
    ['the first line of several', '\n  Traceback:\r\n  File "a.py"\n', '422: Traceback:'],
    ['a page', '<!doctype html><title>Oops</title>', '422: Nope'],
    ['XML that is not declared', '<Error><Code>A</Code></Error>', '422: Nope'],
    ['broken JSON', '{"message": "x', '422: Nope'],
    ['an empty body', '', '422: Nope'],
    ['a name that is the prototype', '{"errors": {"__proto__": ["bad"]}}', '422: __proto__: bad'],
    ['a prototype', '{"__proto__": {"message": "bad"}}', '422: __proto__: bad'],
    ['great depth', `{"errors":${'['.repeat(5000)}${']'.repeat(5000)}}`, '422: Nope'],
    ['great depth by name', `${'{"errors":'.repeat(3000)}1${'}'.repeat(3000)}`, '422: Nope'],
  ])('for another body: %s', async (_, body, want) => {
    expect(await readErrorMessage(body)).toBe(want);
  });

  test.each<[string, unknown]>([
    ['a text', { detail: `${'x'.repeat(100_000)}\u001b[31m` }],
    ['many texts', { errors: Array.from({ length: 3000 }, () => 'y'.repeat(30)) }],
    ['long texts', { message: 'a'.repeat(9000), errors: { [`f${'b'.repeat(9000)}`]: ['c'.repeat(9000), 'd'] } }],
    ['a code', { error: 'e'.repeat(9000) }],
    ['faces', { message: '😀'.repeat(5000) }],
    ['blanks', { message: ' \n'.repeat(40_000) }],
  ])('for %s is short, has few lines and no partial characters', async (_, body) => {
    const message = await readErrorMessage(JSON.stringify(body));
    expect(message.length).toBeLessThan(4100);
    expect(message.split('\n').length).toBeLessThan(5);
    expect(message).not.toMatch(/[^\P{C}\n]/u);
  });
});
