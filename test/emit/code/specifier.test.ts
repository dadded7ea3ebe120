import { expect, test } from 'vitest';
import { isPackageImport, printSpecifier } from 'speccast/emitter';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

table('%s is imported as %s', (module: string, specifier: string) =>
  expect(printSpecifier('src/client/index.ts', module)).toBe(specifier),
);

test.each(['@speccast/runtime', '@speccast/emulator/msw'])('%s is a package', (name) =>
  expect(isPackageImport(name)).toBe(true),
);

test.each(['operations', '@speccast/runtime/evil', 'node:fs', 'msw', 'lodash'])('%s is not a package', (name) =>
  expect(isPackageImport(name)).toBe(false),
);
