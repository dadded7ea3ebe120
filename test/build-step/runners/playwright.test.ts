import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

import { chromiumPath, withoutChromium } from '../../emulator/chromium.js';
import { root } from '../../rules/sources.js';
import { folderOfFile } from '../../scratch-folder.js';

/** A test in the JSON report of Playwright. */
interface ReportedTest {
  readonly title: string;
  readonly tests: readonly { readonly results: readonly Result[] }[];
}

interface Result {
  readonly status: string;
  readonly attachments: readonly { readonly name: string; readonly body?: string }[];
}

test.skipIf(chromiumPath === undefined)(`Playwright gives each test an emulator of its own${withoutChromium}`, () => {
  const folder = folderOfFile();
  const report = join(folder, 'report.json');
  const args = [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=json'];
  const { stderr } = spawnSync(
    process.execPath,
    [...args, `--output=${join(folder, 'results')}`, '-c', 'playwright-config.ts'],
    {
      cwd: join(root, 'test/build-step/runners'),
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    },
  );
  const { suites, errors }: { suites: readonly { specs: readonly ReportedTest[] }[]; errors: readonly unknown[] } =
    JSON.parse(readFileSync(report, 'utf8'));
  expect([errors, stderr]).toEqual([[], '']);
  const results = suites.flatMap(({ specs }) =>
    specs.map(({ title, tests }) => [title, tests[0]?.results[0]] as const),
  );
  expect(results.map(([title, result]) => `${result?.status}: ${title}`).toSorted()).toEqual([
    'failed: a failed test has the journal in its report',
    'passed: a fault of the emulator reaches the page',
    'passed: a page finds the playlist of its own test alone: Ebb',
    'passed: a page finds the playlist of its own test alone: Tides',
    'passed: the same emulator responds over HTTP',
  ]);
  const [, failed] = results.find(([, result]) => result?.status === 'failed') ?? [];
  const attached = failed?.attachments.find(({ name }) => name === 'journal.json')?.body ?? '';
  const journal: readonly { operation: string }[] = JSON.parse(Buffer.from(attached, 'base64').toString());
  expect(journal.map(({ operation }) => operation)).toEqual(['playlists.insert', 'playlists.list']);
});
