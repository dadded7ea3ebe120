import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bombs } from './bombs.js';

/** Diagnostics of the documents that are rejected; a package is generated from all others. */
const rejections: Readonly<Record<string, string>> = {
  'aliases of aliases': 'spec.yaml:6:17 error too-many-aliases: the anchor "&a0" is used more than 100 times',
  'a million aliases of one value':
    'spec.yaml:5:600007 error too-many-aliases: a file of a spec has at most 200000 aliases',
  'merges of merges': 'spec.yaml:5:16 error too-many-aliases: the anchor "&m0" is used more than 100 times',
  '100,000 documents':
    'spec.yaml:2:4 error several-documents: a file of a spec must be one YAML document, but a second one starts here',
  '10,000 levels of JSON': 'spec.json:1:295 error too-deep: values are nested more than 200 levels deep',
  '10,000 levels of YAML in brackets': 'spec.yaml:4:205 error too-deep: values are nested more than 200 levels deep',
  '10,000 levels of YAML in one line': 'spec.yaml:5:401 error too-deep: values are nested more than 200 levels deep',
  '3,000 levels of YAML by indentation':
    'spec.yaml:204:201 error too-deep: values are nested more than 200 levels deep',
  '10,000 levels of a schema': 'spec.json:1:4826 error too-deep: values are nested more than 200 levels deep',
  '100,000 properties': 'spec.json:1:99 error too-large: "properties" has 100001 entries; at most 10000 are read',
  '100,000 required properties':
    'spec.json:1:99 error too-large: "required" has 100001 entries; at most 10000 are read',
  'three million values': 'spec.json:1:4000086 error too-large: a file of a spec has at most 2000000 values',
  'a file of 70 million characters': 'spec.yaml:1:1 error too-large: a file of a spec has at most 67108864 characters',
};

test('documents that would take all memory or endless time are rejected or read, in 512 MB and within seconds', () => {
  const child = fileURLToPath(new URL('generate-bombs.ts', import.meta.url));
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--max-old-space-size=512', '--import', 'tsx', child],
    { encoding: 'utf8', timeout: 110_000 },
  );
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  const results = stdout
    .trim()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line));
  expect(results.map(({ name }) => name)).toEqual(Object.keys(bombs));
  for (const { name, files, first, seconds } of results) {
    const rejection = rejections[String(name)];
    if (rejection === undefined) expect(files, String(name)).toBeGreaterThan(15);
    else expect([name, files, first]).toEqual([name, 0, rejection]);
    expect(seconds, `seconds of ${name}`).toBeLessThan(20);
  }
}, 120_000);
