import { describe, expect, test } from 'vitest';
import { allowRefs, normalizeName } from '../../generator/spec/references/reference.js';

describe('what references may lead to', () => {
  test.each([
    { allowed: [], file: 'shared/a.yaml', want: false },
    { allowed: ['shared'], file: 'shared/a.yaml', want: true },
    { allowed: ['shared/'], file: 'shared/below/a.yaml', want: true },
    { allowed: ['shared'], file: 'shared-not/a.yaml', want: false },
    { allowed: ['shared'], file: 'shared/../other/a.yaml', want: false },
    { allowed: ['../shared'], file: 'specs/../../shared/a.yaml', want: true },
    { allowed: ['/shared'], file: '/shared/a.yaml', want: true },
    { allowed: ['/'], file: 'https://a.example/b', want: false },
    { allowed: ['https://a.example/specs'], file: 'https://a.example/specs/a.yaml', want: true },
    { allowed: ['https://a.example/specs'], file: 'https://a.example/specs', want: true },
    { allowed: ['https://a.example/specs'], file: 'https://a.example/specs-not/a.yaml', want: false },
    { allowed: ['https://a.example/specs'], file: 'https://a.example/specs/../a.yaml', want: false },
    { allowed: ['https://a.example/specs'], file: 'https://a.example/specs/%2e%2e/a.yaml', want: false },
    { allowed: ['https://a.example/'], file: 'http://a.example/a.yaml', want: false },
    { allowed: ['https://a.example'], file: 'https://a.example.evil.example/a.yaml', want: false },
    { allowed: ['https://a.example/'], file: 'https://user:word@a.example/a.yaml', want: false },
  ])('$allowed and $file: $want', ({ allowed, file, want }) => {
    expect(allowRefs(allowed)(file)).toBe(want);
  });

  test.each([
    ['a/./b//c', 'a/b/c'],
    ['a/b/../c', 'a/c'],
    ['a/../../c', '../c'],
    ['../../c', '../../c'],
    ['/a/../../c', '/../c'],
  ])('the name %s is %s', (given, want) => {
    expect(normalizeName(given)).toBe(want);
  });
});
