import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { callOperations, type CallScore } from '../corpus/call-operations.js';

/** A description as services publish it, for which an emulator could easily build a response that its validators reject. */
interface Described {
  readonly title: string;
  /** The least number of calls that succeed. Default: 0. */
  readonly succeeds?: number;
  /** The number of calls that are rejected. */
  readonly rejected?: number;
  readonly paths: object;
}

const descriptions: readonly Described[] = parse(
  readFileSync(new URL('accepted-answers.yaml', import.meta.url), 'utf8'),
  {
    merge: true,
  },
);

async function callPaths(paths: object): Promise<CallScore> {
  // Inside the repository, so that imports are resolved.
  const cache = fileURLToPath(new URL('../../.cache/', import.meta.url));
  const folder = mkdtempSync(join(cache, 'answers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'spec.json');
  const servers = [{ url: 'https://accepted.test' }];
  writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info: { title: 'Accepted', version: '1' }, servers, paths }));
  return callOperations(file, join(folder, 'emulator'));
}

test.each(descriptions)('$title', async ({ succeeds = 0, rejected, paths }) => {
  const answers = await callPaths(paths);
  expect(answers.wrong).toEqual([]);
  expect(answers.succeeded).toBeGreaterThanOrEqual(succeeds);
  if (rejected !== undefined) expect(answers.rejected).toBe(rejected);
});
