import { describe, expect } from 'vitest';
import type { Json, JsonObject } from 'speccast/emitter';
import { at, convert, messages, withMethod } from './library.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

describe('a path', () => {
  const withPattern = (pattern: string): JsonObject =>
    withMethod({
      path: '{+name}',
      parameters: { name: { type: 'string', location: 'path', required: true, pattern } },
    });

  table('with the pattern %j has the template %j', (pattern: string, template: string) => {
    const document = withPattern(pattern);
    expect(messages(document)).toEqual([]);
    expect(Object.keys(at(convert(document), 'paths') ?? {})).toEqual([`/{name=${template}}`]);
  });

  table(
    'with the pattern %j, which no template can express, accepts any segments, with a warning',
    (pattern: string) => {
      const document = withPattern(pattern);
      expect(Object.keys(at(convert(document), 'paths') ?? {})).toEqual(['/{name=**}']);
      expect(messages(document)).toEqual([
        `"{+name}" warning widened-path: OpenAPI has no path template for ${JSON.stringify(pattern)}: "{name}" accepts any segments`,
      ]);
    },
  );

  table('%j is converted', (path: string, parameters: Record<string, Json>, want: string) => {
    const document = convert(withMethod({ path, parameters }));
    expect(Object.keys(at(document, 'paths') ?? {})).toEqual([want]);
  });

  table('%j is rejected', (path: string, want: readonly string[]) => {
    expect(messages(withMethod({ path }))).toEqual(want);
  });
});
