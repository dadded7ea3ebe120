import { expect, test } from 'vitest';
import { emitTexts, testEmittedRows } from '../emitted-rows.js';

testEmittedRows(import.meta.url);

test('more than 500 objects are arguments of `Array.of`, which TypeScript compares with one type each', async () => {
  const numbers = Array.from({ length: 501 }, (_, index) => index);
  const files = await emitTexts(
    {
      paths: Object.fromEntries(numbers.map((n) => [`/${n}`, { get: { operationId: `a.get${n}`, responses: {} } }])),
      components: {
        schemas: Object.fromEntries(
          numbers.map((n) => [`T${n}`, { 'x-resource': { table: `t${n}`, kind: 'test#t' } }]),
        ),
      },
    },
    { parts: ['validators', 'emulator'] },
  );
  expect(files.get('src/mocks/a.ts')).toContain('aPlans: readonly OperationPlan[] = Array.of<OperationPlan>(');
  expect(files.get('src/mocks/plan.ts')).toContain('  resources: Array.of<ResourcePlan>(');
});
