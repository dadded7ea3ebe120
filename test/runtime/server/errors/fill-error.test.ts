import { describe, expect, test } from 'vitest';
import { fillError, HttpError } from '@speccast/runtime/requests';
import type { ErrorFacts } from '@speccast/runtime/requests';
import type { Json, JsonObject } from '@speccast/runtime';

const string = { type: 'string' };
const integer = { type: 'integer' };

function object(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: 'object', properties, ...more };
}

const wrong = new HttpError(400, 'invalidValue', 'must have at least 2 characters', {
  location: 'data.title',
  locationType: 'body',
});
const unknown = new HttpError(404, 'notFound', 'There is no such entry in books: 7.');
const parameter = new HttpError(400, 'invalidParameter', 'must be a whole number', {
  location: 'limit',
  locationType: 'parameter',
});

function filled(schema: JsonObject, error: HttpError, more: Partial<ErrorFacts> = {}): Json | undefined {
  return fillError({ schema, root: schema }, { error, path: '/books', now: 0, ...more }, () => undefined);
}

describe('an error has the form that is declared', () => {
  test('problem details (RFC 9457)', () => {
    const schema = object({
      type: string,
      title: string,
      status: integer,
      detail: string,
      instance: string,
      balance: integer,
    });
    expect(filled(schema, unknown)).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'There is no such entry in books: 7.',
      instance: '/books',
    });
  });

  test('JSON:API, with a pointer into the body or the name of a parameter', () => {
    const source = object({ pointer: string, parameter: string });
    const schema = object({
      errors: { type: 'array', items: object({ status: string, title: string, detail: string, source }) },
    });
    expect(filled(schema, wrong)).toEqual({
      errors: [
        {
          status: '400',
          title: 'Bad Request',
          detail: 'data.title must have at least 2 characters',
          source: { pointer: '/data/title' },
        },
      ],
    });
    expect(filled(schema, parameter)).toMatchObject({ errors: [{ source: { parameter: 'limit' } }] });
  });

  test('an envelope with a type of an enum and the parameter', () => {
    const type = { type: 'string', enum: ['api_error', 'card_error', 'invalid_request_error'] };
    const schema = object({ error: object({ type, message: string, param: string, code: string }) });
    expect(filled(schema, parameter)).toEqual({
      error: {
        type: 'invalid_request_error',
        message: 'The parameter limit must be a whole number',
        param: 'limit',
        code: 'invalidParameter',
      },
    });
  });

  test('messages by the names of fields', () => {
    const schema = object({ errors: { type: 'object', additionalProperties: { type: 'array', items: string } } });
    expect(filled(schema, wrong)).toEqual({ errors: { 'data.title': ['data.title must have at least 2 characters'] } });
  });

  test('the location of the value in a list', () => {
    const schema = object({
      detail: { type: 'array', items: object({ loc: { type: 'array', items: string }, msg: string, type: string }) },
    });
    expect(filled(schema, wrong)).toMatchObject({ detail: [{ loc: ['body', 'data', 'title'] }] });
  });

  test('without a message, the title says it', () => {
    expect(filled(object({ error: string }), unknown)).toEqual({ error: 'There is no such entry in books: 7.' });
  });

  test('a hint is how to correct the request', () => {
    expect(filled(object({ message: string, hint: string }), unknown, { fix: 'Send another id.' })).toMatchObject({
      hint: 'Send another id.',
    });
  });

  test('references and the parts of `allOf`', () => {
    const root = {
      $defs: { base: object({ code: integer }) },
      allOf: [{ $ref: '#/$defs/base' }, object({ message: string })],
    };
    expect(filled(root, unknown)).toEqual({ code: 404, message: 'There is no such entry in books: 7.' });
  });
});
