import { expect, test } from 'vitest';
import { isPackageImport, specifierOf } from 'speccast/emitter';

test.each([
  ['runtime', '@speccast/runtime'],
  ['runtime/client/upload/send-resumable', '@speccast/runtime'],
  ['runtime/validators/formats/email', '@speccast/runtime/validators'],
  ['runtime/node/file-source', '@speccast/runtime/node'],
  ['emulator', '@speccast/emulator'],
  ['emulator/conformance/check', '@speccast/emulator/conformance'],
  ['models/pets', '../models/pets.js'],
  ['client/pets', './pets.js'],
  ['index', '../index.js'],
])('%s is imported as %s', (module, specifier) => expect(specifierOf('src/client/index.ts', module)).toBe(specifier));

test.each(['@speccast/runtime', '@speccast/emulator/msw'])('%s is a package', (name) =>
  expect(isPackageImport(name)).toBe(true),
);

test.each(['operations', '@speccast/runtime/evil', 'node:fs', 'msw', 'lodash'])('%s is none', (name) =>
  expect(isPackageImport(name)).toBe(false),
);
