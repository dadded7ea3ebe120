import { expect, test } from 'vitest';
import { explainImport } from '../../generator/commands/mock/serve-emulator.js';

test.each([
  ['emulator', '`npm install --save-dev @speccast/emulator@0.1`'],
  ['runtime', '`npm install @speccast/runtime@0.1`'],
])('serving a built package without @speccast/%s names the install command', (name, command) => {
  const error = new Error(
    `Cannot find package '@speccast/${name}' imported from /app/generated/pets/dist/mocks/index.js`,
  );
  expect(explainImport(error)).toMatchObject({
    name: 'MissingPackage',
    message: `@speccast/${name} is not installed: run ${command}`,
  });
});

test('another error of an import stays unchanged', () => {
  const error = new Error("Cannot find package 'lodash' imported from /app/main.js");
  expect(explainImport(error)).toBe(error);
  expect(explainImport('no error')).toBe('no error');
});
