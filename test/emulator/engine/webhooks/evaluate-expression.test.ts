import { expect, test } from 'vitest';
import { evaluateExpression } from '../../../../templates/emulator/engine/webhooks/evaluate-expression.js';

const call = {
  url: 'https://shop.test/orders/7?back=https%3A%2F%2Freceiver.test%2Fq',
  method: 'POST',
  status: 201,
  requestHeaders: new Headers({ 'x-callback': 'https://receiver.test/h' }),
  responseHeaders: new Headers({ location: 'https://shop.test/orders/8' }),
  params: { id: '7' },
  body: { callbackUrl: 'https://receiver.test/b', deep: [{ 'a/b': 'https://receiver.test/d' }], none: null },
  responseBody: { hook: 'https://receiver.test/r' },
};

test.each([
  ['{$request.body#/callbackUrl}', 'https://receiver.test/b'],
  ['{$request.body#/deep/0/a~1b}', 'https://receiver.test/d'],
  ['{$request.query.back}', 'https://receiver.test/q'],
  ['{$request.header.X-Callback}', 'https://receiver.test/h'],
  ['{$request.path.id}', '7'],
  ['{$response.body#/hook}', 'https://receiver.test/r'],
  ['{$response.header.Location}', 'https://shop.test/orders/8'],
  ['$request.body#/callbackUrl', 'https://receiver.test/b'],
  ['{$url}', call.url],
  [
    '{$request.body#/callbackUrl}/{$method}/{$statusCode}?id={$request.path.id}',
    'https://receiver.test/b/POST/201?id=7',
  ],
  ['https://fixed.test/', 'https://fixed.test/'],
])('%s is %s', (expression, want) => {
  expect(evaluateExpression(expression, call)).toBe(want);
});

test.each([
  '{$request.body#/none}',
  '{$request.body#/missing}',
  '{$request.body#/deep/x}',
  '{$request.body#/__proto__}',
  '{$request.body}',
  '{$request.query.other}',
  '{$request.header.bad name}',
  '{$response.query.back}',
  '{$request.cookie.a}',
  '{$request}',
  '$nothing',
])('%s has no value', (expression) => {
  expect(evaluateExpression(expression, call)).toBeUndefined();
});
