import { expect, test } from 'vitest';
import { printReasons, printSummary } from './print-results.js';
import type { Result } from './run-contender.js';

function result(tool: string, spec: string, cpu: number): Result {
  const sizes = { memory: 10 * cpu, files: 2, bytes: 1e6, tsc: 1 };
  return { tool, spec, generated: cpu > 0, checked: cpu > 0, wall: cpu, cpu, ...sizes, reason: cpu > 0 ? '' : 'none' };
}

const results = [
  result('ours', 'a', 1),
  result('ours', 'b', 2),
  result('ours', 'c', 9),
  result('other', 'a', 2),
  result('other', 'b', 3),
  result('other', 'c', 0),
];

test('a summary counts all specs, and sums up the common ones with the ratio of the first tool to each', () => {
  const lines = printSummary(results).split('\n');
  expect(lines.slice(0, 4)).toEqual([
    '| Tool | Generated | Type-checks |',
    '| --- | --- | --- |',
    '| ours | 3 of 3 | 3 of 3 |',
    '| other | 2 of 3 | 2 of 3 |',
  ]);
  expect(lines).toContainEqual(expect.stringMatching(/^\| 2 specs that all generated \|/));
  expect(lines).toContain(
    '| sum, other | 5.00 s (0.60) | 5.00 s (0.60) | 50 MB (0.60) | 4 (1.00) | 2.00 MB (1.00) | 2.00 s (1.00) |',
  );
  expect(lines).toContain(
    '| largest, other | 3.00 s (0.67) | 3.00 s (0.67) | 30 MB (0.67) | 2 (1.00) | 1.00 MB (1.00) | 1.00 s (1.00) |',
  );
});

test('what nobody has in common is only counted', () => {
  expect(printSummary([result('ours', 'a', 1), result('other', 'a', 0)])).not.toContain('sum');
});

test('what failed is listed with its reason', () => {
  expect(printReasons(results)).toBe('other, c: none');
});
