import { expect, test } from 'vitest';
import { killUploads } from './kill.js';

test('uploads that are killed at random points are resumed by another process, without loss of bytes', async () => {
  const rounds = await killUploads({ size: 3 * 1_048_576 + 17, times: 4 });
  expect(rounds.map(({ isComplete }) => isComplete)).toEqual([true, true, true, true]);
  expect(rounds.reduce((sum, { kills }) => sum + kills, 0)).toBeGreaterThan(0);
});
