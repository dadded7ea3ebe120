import { expect, test } from 'vitest';
import { explainImport } from '../../generator/commands/mock/serve-emulator.js';

test.each([
  ['emulator', '`npm install --save-dev @speccast/emulator@0.1`'],
  ['runtime', '`npm install @speccast/runtime@0.1`'],
])('a built package that is served without @speccast/%s says what to run', (name, command) => {
  const error = new Error(
    `Cannot find package '@speccast/${name}' imported from /app/generated/pets/dist/mocks/index.js`,
  );
  expect(explainImport(error)).toMatchObject({
    name: 'MissingPackage',
    message: `@speccast/${name} is not installed: run ${command}`,
  });
});

test('what else an import fails with stays as it is', () => {
  const error = new Error("Cannot find package 'lodash' imported from /app/main.js");
  expect(explainImport(error)).toBe(error);
  expect(explainImport('no error')).toBe('no error');
});
