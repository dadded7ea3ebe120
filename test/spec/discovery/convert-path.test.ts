import { describe, expect, test } from 'vitest';
import { pathTemplate } from '../../../generator/spec/discovery/convert-path.js';
import type { Json } from 'speccast/emitter';
import { at, convert, messages, withMethod } from './library.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

test.each([
  ['^accounts/[^/]+$', 'accounts/*'],
  ['^projects/[^/]+/locations/[^/]+$', 'projects/*/locations/*'],
  ['^projects/[^/]+/locations/global$', 'projects/*/locations/global'],
  ['^[^/]+$', '*'],
  ['^[^/]+/[^/]+$', '*/*'],
  ['^operations/.*$', 'operations/**'],
  ['^.*$', '**'],
  ['folders/[0-9]{0,20}', 'folders/*'],
  ['^v1\\.0/[^/]+$', 'v1.0/*'],
  ['(folders/)?[0-9]+', undefined],
  ['^a|b$', undefined],
  ['[a-z/]+', undefined],
  ['', undefined],
])('the pattern %j says the template %j', (given, want) => {
  expect(pathTemplate(given)).toBe(want);
});

describe('a path', () => {
  const parameter = (pattern?: string): Json => ({
    type: 'string',
    location: 'path',
    required: true,
    ...(pattern === undefined ? {} : { pattern }),
  });

  table('%j becomes one of OpenAPI', (path: string, parameters: Record<string, Json>, want: string) => {
    const document = convert(withMethod({ path, parameters }));
    expect(Object.keys(at(document, 'paths') ?? {})).toEqual([want]);
  });

  test('with a pattern that no template says takes any segments, and that is reported', () => {
    const document = withMethod({
      path: '{+name}',
      parameters: { name: parameter('^a|b$') },
    });
    expect(Object.keys(at(convert(document), 'paths') ?? {})).toEqual(['/{name=**}']);
    expect(messages(document)).toEqual([
      '"{+name}" warning lossy-path: no path template says "^a|b$": "{name}" takes any segments',
    ]);
  });

  table('%j is refused', (path: string, want: readonly string[]) => {
    expect(messages(withMethod({ path }))).toEqual(want);
  });
});
