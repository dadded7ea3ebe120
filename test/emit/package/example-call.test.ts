import { describe, expect, test } from 'vitest';
import type { Schema, Shape, Operation, JsonObject } from 'speccast/emitter';
import { exampleCall } from '../../../generator/emit/package/example-call.js';
import { api, jsonResponse, operation, parameter } from '../code/fixture.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

function callFor(...operations: readonly Operation[]): string | undefined {
  return exampleCall(api({ operations }))?.call;
}

const required = (name: string): Operation['parameters'][number] => parameter(name, { required: true });

describe('the call that a README shows', () => {
  test('is the first read that needs nothing', () => {
    const write = operation('insert', { method: 'POST' });
    const byId = operation('get', { parameters: [required('id')] });
    expect(callFor(write, byId, operation('list'), operation('search'))).toBe('client.things.list()');
  });

  test('is none that is rejected without one of its selectors', () => {
    const selected = operation('list', { extensions: { 'x-selectors': { id: { path: 'id' } } } });
    expect(callFor(selected, operation('search'))).toBe('client.things.search()');
  });

  test('is none that is rejected without exactly one of several parameters', () => {
    const rules = { 'x-parameter-rules': { exactlyOne: ['id', 'mine'] } };
    expect(callFor(operation('list', { extensions: rules }), operation('search'))).toBe('client.things.search()');
  });

  test('leaves out the parts, which the client fills in', () => {
    const parts = { parameter: 'part', values: ['snippet'], default: ['snippet'], always: [] };
    expect(callFor(operation('list', { parts, parameters: [required('part')] }))).toBe('client.things.list()');
  });

  test('is no download, where there is another', () => {
    const response = jsonResponse('200', { kind: 'binary' });
    const contents = response.contents.map((one) => ({ ...one, kind: 'binary' as const }));
    const download = operation('download', { responses: [{ ...response, contents }] });
    expect(callFor(download, operation('get', { parameters: [required('id')] }))).toBe(
      "client.things.get({ id: 'an-id' })",
    );
  });

  test('passes what is required', () => {
    const given = operation('get', { parameters: [required('id'), parameter('part')] });
    expect(callFor(given)).toBe("client.things.get({ id: 'an-id' })");
  });

  table('passes what %s makes', (codec: string, rules: JsonObject, want: string) => {
    const schema = { at: operation('get').at, doc: {}, ...rules };
    const coded: Shape = { kind: 'coded', codec, wire: { kind: 'string' } };
    const since = parameter('since', { required: true, schema, shape: coded });
    expect(callFor(operation('get', { parameters: [since] }))).toBe(`client.things.get({ since: ${want} })`);
    const array: Schema = { ...schema, types: ['array'], array: { items: schema } };
    const many = parameter('since', { required: true, schema: array, shape: { kind: 'array', items: coded } });
    expect(callFor(operation('get', { parameters: [many] }))).toBe(`client.things.get({ since: [${want}] })`);
  });

  test('is none that takes what only a codec of the user makes', () => {
    const shape: Shape = { kind: 'coded', codec: 'money', wire: { kind: 'number' } };
    expect(callFor(operation('get', { parameters: [parameter('price', { required: true, shape })] }))).toBeUndefined();
  });

  test('is none that is deprecated, where there is another', () => {
    const old = operation('list', { doc: { deprecated: true } });
    expect(callFor(old, operation('get', { parameters: [required('id')] }))).toBe("client.things.get({ id: 'an-id' })");
  });

  test('does not exist without operations', () => {
    expect(callFor()).toBeUndefined();
  });
});
