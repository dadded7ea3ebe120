import { expect, test } from 'vitest';
import { citeSources } from '../../../generator/api/cite-sources.js';
import { createLayout } from '../../../generator/emit/layout.js';
import { emitConformance } from '../../../generator/emit/conformance/emit-conformance.js';
import { packageJson } from '../../../generator/emit/package/package-json.js';
import { DEFAULT_OUTPUT } from '../../../generator/emit/emit-context.js';
import type { EmitContext, Json } from 'speccast/emitter';
import { answering, apiOf } from '../../api/lower.js';
import { assets, fileOf, printed } from '../code/fixture.js';

function contextOf(checks: Json | undefined): EmitContext {
  const api = apiOf({
    paths: { '/pets': { get: { operationId: 'pets.list', responses: answering({ type: 'object' }) } } },
    ...(checks !== undefined && {
      'x-conformance': {
        refusal: { reason: 'error.reason' },
        given: { pet: { call: 'pets.list', as: 'T1', keep: { pet: 'id' } } },
        sections: { 'small-pets': checks },
      },
    }),
  });
  return {
    ...DEFAULT_OUTPUT,
    api,
    layout: createLayout(api),
    packageName: 'pets',
    command: 'speccast generate',
    assets,
  };
}

const check = { id: 'A1', title: 'there are pets', source: 'public', steps: [{ given: 'pet', as: 'T2' }] };

test('a section is a file of checks, and the steps that they name are listed once', async () => {
  const files = emitConformance(contextOf([check]));
  expect(await printed(fileOf(files, 'src/conformance/checks/small-pets.ts')))
    .toBe(`import type { Check } from '@speccast/emulator/conformance';

/** Checks of this section. */
export const smallPetsChecks: readonly Check[] = [
  { id: 'A1', title: 'there are pets', steps: [{ given: 'pet', as: 'T2' }] },
];
`);
  const index = await printed(fileOf(files, 'src/conformance/index.ts'));
  expect(index).toContain(`/** Steps that checks name. */
const given: Readonly<Record<string, Step>> = {
  pet: { call: 'pets.list', as: 'T1', keep: { pet: 'id' } },
};

/** All checks of the service. */
export const checks: readonly Check[] = /* @__PURE__ */ listChecks([smallPetsChecks], given);
`);
  expect(index).toContain(`const kit: ConformanceKit = {
  service: service,
  operations,
  checks,
  refusal: { reason: 'error.reason' },
};`);
});

test('checks name their source where the package names sources', async () => {
  const context = contextOf([check]);
  const files = emitConformance({ ...context, api: citeSources(context.api) });
  expect(await printed(fileOf(files, 'src/conformance/checks/small-pets.ts'))).toContain("source: 'public'");
});

test('a section is one file, however long', () => {
  const long = Array.from({ length: 60 }, (_, index) => ({ ...check, id: `A${index}`, title: 'a'.repeat(130) }));
  const paths = emitConformance(contextOf(long)).map(({ path }) => path);
  expect(paths).toEqual(['src/conformance/checks/small-pets.ts', 'src/conformance/index.ts', 'src/conformance/bin.ts']);
});

test('a package has what runs checks only where its spec brings some', () => {
  expect(emitConformance(contextOf(undefined))).toEqual([]);
  expect(JSON.stringify(packageJson(contextOf(undefined)))).not.toContain('conformance');
  expect(packageJson(contextOf([check]))).toMatchObject({
    exports: { './conformance': { default: './dist/conformance/index.js' } },
    bin: { 'pets-mock': 'dist/mocks/bin.js', 'pets-conformance': 'dist/conformance/bin.js' },
  });
});
