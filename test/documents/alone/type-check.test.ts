import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { services } from '../spec-files.js';
import { folder } from './folder.js';
import { tsc } from '../../rules/compiler.js';

test.each(services)(
  '%s without overlays type-checks',
  (service) => {
    const project = join(folder, service, 'tsconfig.json');
    expect(() => execFileSync(process.execPath, [...tsc, '-p', project])).not.toThrow();
  },
  120_000,
);

test.each(services)('%s without overlays has only the facts of the document', (service) => {
  const text = readFileSync(join(folder, service, 'openapi.json'), 'utf8');
  expect(text).not.toContain('googleapis.com');
  expect(text).not.toContain('"x-source":"public"');
  expect(existsSync(join(folder, service, 'src/index.ts'))).toBe(true);
});
