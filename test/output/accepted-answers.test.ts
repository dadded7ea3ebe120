import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { callOperations, type CallScore } from '../corpus/call-operations.js';

/*
 * Whatever a document declares, its emulator responds with what the validators accept: each of these is a description as some
 * service publishes it, with something that a response can easily miss.
 */

interface Described {
  readonly title: string;
  /** How many calls succeed at least. */
  readonly succeeds?: number;
  /** How many calls are rejected. */
  readonly rejected?: number;
  readonly paths: object;
}

const described: readonly Described[] = parse(readFileSync(new URL('accepted-answers.yaml', import.meta.url), 'utf8'), {
  merge: true,
});

async function answersOf(paths: object): Promise<CallScore> {
  // Inside the repository, so that imports are found.
  const cache = fileURLToPath(new URL('../../.cache/', import.meta.url));
  const folder = mkdtempSync(join(cache, 'answers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'spec.json');
  const servers = [{ url: 'https://accepted.test' }];
  writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info: { title: 'Accepted', version: '1' }, servers, paths }));
  return callOperations(file, join(folder, 'emulator'));
}

test.each(described)('$title', async ({ succeeds = 0, rejected, paths }) => {
  const answers = await answersOf(paths);
  expect(answers.wrong).toEqual([]);
  expect(answers.succeeded).toBeGreaterThanOrEqual(succeeds);
  if (rejected !== undefined) expect(answers.rejected).toBe(rejected);
});
