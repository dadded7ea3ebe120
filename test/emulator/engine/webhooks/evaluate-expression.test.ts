import { expect, test } from 'vitest';
import { readYaml } from '../../../rows.js';
import { evaluateExpression } from '../../../../templates/emulator/features/webhooks/evaluate-expression.js';

const url = 'https://shop.test/orders/7?back=https%3A%2F%2Freceiver.test%2Fq';

const call = {
  received: {
    request: new Request(url, { method: 'POST', headers: { 'x-callback': 'https://receiver.test/h' } }),
    url: new URL(url),
    params: { id: '7' },
    body: { callbackUrl: 'https://receiver.test/b', deep: [{ 'a/b': 'https://receiver.test/d' }], none: null },
    responseBody: { hook: 'https://receiver.test/r' },
  },
  response: new Response(null, { status: 201, headers: { location: 'https://shop.test/orders/8' } }),
};

const { values, none } = readYaml<{
  readonly values: Readonly<Record<string, string>>;
  readonly none: readonly string[];
}>(new URL('evaluate-expression.yaml', import.meta.url));

test.each(Object.entries(values))('%s is %s', (expression, want) => {
  expect(evaluateExpression(expression, call)).toBe(want);
});

test.each(none)('%s has no value', (expression) => {
  expect(evaluateExpression(expression, call)).toBeUndefined();
});
