import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toPattern, toTemplate, toTemplateShape } from '../../../generator/api/tools/paths.js';
import { showShape } from '../show-shape.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

describe('the template of a pattern', () => {
  table('%s is %s', (pattern: string, want: string) => {
    expect(toTemplate(pattern)).toBe(want);
  });

  table('%s has no template', (pattern: string) => {
    expect(toTemplate(pattern)).toBeUndefined();
  });
});

table('the pattern of %s is %s', (template: string, want: string) => {
  expect(toPattern(template)).toBe(want);
});

test('a template that is turned into a pattern and back stays the same', () => {
  const text = fc.stringMatching(/^[a-zA-Z0-9._~-]{1,5}$/);
  const templates = fc.array(fc.oneof(text, fc.constant('*')), {
    minLength: 2,
    maxLength: 5,
  });
  fc.assert(
    fc.property(templates, (segments) => {
      fc.pre(segments.includes('*') && segments.some((one) => one !== '*'));
      expect(toTemplate(toPattern(segments.join('/')))).toBe(segments.join('/'));
    }),
  );
});

table('the type of %s is %s', (template: string, want: string) => {
  expect(showShape(toTemplateShape(template))).toBe(want);
});
