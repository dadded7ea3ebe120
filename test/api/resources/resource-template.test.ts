import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { patternOfTemplate, shapeOfTemplate, templateOfPattern } from '../../../generator/api/operations/paths.js';
import { showShape } from '../show-shape.js';

describe('the template of a pattern', () => {
  test.each([
    ['^accounts/[^/]+$', 'accounts/*'],
    ['^accounts/[^/]+/apps/[^/]+$', 'accounts/*/apps/*'],
    ['^accounts\\/[^\\/]+$', 'accounts/*'],
    ['^v1\\.5/a-b/[^/]+$', 'v1.5/a-b/*'],
    ['^organizations/[^/]+/.*$', 'organizations/*/**'],
    ['^files/.+$', 'files/**'],
    ['^[^/]+/apps$', '*/apps'],
  ])('%s is %s', (pattern, want) => {
    expect(templateOfPattern(pattern)).toBe(want);
  });

  test.each([
    '^[^/]+$',
    '^[^/]+/[^/]+$',
    '^.*$',
    '^[^/]+/.*$',
    '^accounts$',
    '^accounts/apps$',
    'accounts/[^/]+',
    '^accounts/[^/]*$',
    '^accounts/pub-[0-9]{16}$',
    '^(accounts|users)/[^/]+$',
    '^accounts/[^/]+/$',
    '^accounts//[^/]+$',
    '^a.b/[^/]+$',
    '^accounts/[^/]+$|x',
    '^{a}/[^/]+$',
    '',
  ])('%s has none', (pattern) => {
    expect(templateOfPattern(pattern)).toBeUndefined();
  });
});

test.each([
  ['accounts/*', '^accounts/[^/]+$'],
  ['accounts/*/apps/**', '^accounts/[^/]+/apps/.+$'],
  ['a.b+c/*', '^a\\.b\\+c/[^/]+$'],
])('the pattern of %s is %s', (template, want) => {
  expect(patternOfTemplate(template)).toBe(want);
});

test('a template is the one of its pattern', () => {
  const text = fc.stringMatching(/^[a-zA-Z0-9._~-]{1,5}$/);
  const templates = fc.array(fc.oneof(text, fc.constant('*')), { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(templates, (segments) => {
      fc.pre(segments.includes('*') && segments.some((one) => one !== '*'));
      expect(templateOfPattern(patternOfTemplate(segments.join('/')))).toBe(segments.join('/'));
    }),
  );
});

test.each([
  ['accounts/*', '`accounts/${string}`'],
  ['projects/*/locations/*', '`projects/${string}/locations/${string}`'],
  ['shelves/*/**', '`shelves/${string}/${string}`'],
  ['*/apps', '`${string}/apps`'],
  ['accounts', '`accounts`'],
  ['*', 'string'],
  ['**', 'string'],
])('the type of %s is %s', (template, want) => {
  expect(showShape(shapeOfTemplate(template))).toBe(want);
});
