import { expect, test } from 'vitest';
import { callTypes } from 'speccast/emitter';
import type { Operation, Response, Shape } from 'speccast/emitter';
import { createLayout } from '../../../../generator/emit/layout.js';
import { anySchema, api, emptyResponse, jsonResponse, operation } from '../fixture.js';

const array: Shape = { kind: 'array', items: { kind: 'string' } };

const json = [jsonResponse('200', array)];

const streamed: readonly Response[] = json.map((response) => ({
  ...response,
  contents: response.contents.map((content) => ({ ...content, stream: true })),
}));

const binary = { mediaType: 'text/vtt', kind: 'binary', schema: anySchema, shape: { kind: 'binary' } } as const;

const bytes = [{ ...emptyResponse('200'), contents: [binary] }];

const parts = { parameter: 'part', values: ['a'], default: ['a'], always: [] };

const media = { required: true, mediaTypes: ['*/*'], resumable: true as const };

const body = { required: true, contents: [], media, doc: {} };

const report = { row: 'row', footer: 'end', keys: [] };

const kinds: readonly (readonly [string, Partial<Operation>, plain: string, withReasons: string])[] = [
  ['a plain call', {}, 'ApiPromise<R>', 'ApiPromise<R, Why>'],
  ['parts', { parts }, 'ApiPromise<ThingsListResult<Part>>', 'ApiPromise<ThingsListResult<Part>, Why>'],
  ['a list', { paging: { items: 'items' } }, "PagePromise<R, 'items'>", "PagePromise<R, 'items', Why>"],
  ['a list that is the answer itself', { paging: {} }, 'PagePromise<R>', 'PagePromise<R, never, Why>'],
  [
    'a list of parts',
    { parts, paging: { items: 'items' } },
    "PagePromise<ThingsListResult<Part>, 'items'>",
    "PagePromise<ThingsListResult<Part>, 'items', Why>",
  ],
  ['a stream', { responses: streamed }, 'ApiStream<R[number]>', 'ApiStream<R[number], Why>'],
  [
    'a report',
    { responses: streamed, report },
    "ReportStream<ThingsListRow, R[number], never, 'end'>",
    "ReportStream<ThingsListRow, R[number], never, 'end', Why>",
  ],
  ['a download', { responses: bytes }, 'Download', 'Download<Why>'],
  ['an upload', { body }, 'Upload<R>', 'Upload<R, Why>'],
];

test.each(kinds)(
  'the promise of %s names the reasons of its errors, where the spec has some',
  (_, given, plain, want) => {
    const promiseOf = (more: Partial<Operation>): string => {
      const one = operation('list', { responses: json, ...given, ...more });
      const { promise } = callTypes(one, createLayout(api({ operations: [one] })), ({ name }) => name);
      return promise.replace('ThingsListResponse', 'R').replace('ThingsListReason', 'Why');
    };
    expect([promiseOf({}), promiseOf({ reasons: ['gone'] })]).toEqual([plain, want]);
  },
);

test.each([
  ['image/*', true],
  ['*/*', false],
  ['*', false],
  ['*/*; charset=utf-8', false],
  ['text/vtt', false],
])('callers choose the media type of a response in %s: %j', (mediaType, want) => {
  const one = operation('list', { responses: [{ ...emptyResponse('200'), contents: [{ ...binary, mediaType }] }] });
  const { typeParameters } = callTypes(one, createLayout(api({ operations: [one] })), ({ name }) => name);
  expect(typeParameters.includes('Accept')).toBe(want);
});
