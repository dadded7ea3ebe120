import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { runCommand, wrongUsage, type Ran } from './run-command.js';
import { readRows } from '../rows.js';

const spec = `openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /orders:
    get:
      operationId: orders.list
      tags: [orders]
      responses: { '200': { description: All orders. } }
    post:
      operationId: orders.insert
      tags: [orders, writing]
      deprecated: true
      responses: { '204': { description: Done. } }
  /books:
    get:
      responses: { '200': { description: All books. } }
webhooks:
  order.sent:
    post:
      operationId: onOrderSent
      responses: { '204': { description: Received. } }
`;

const config = `services:
  shop:
    spec: openapi.yaml
    package: '@acme/shop'
    out: ../generated/shop
    parts: [client]
    format: false
    operations:
      include:
        - tag: orders
      exclude: [{ deprecated: true }]
`;

function project(more: Readonly<Record<string, string>> = {}): string {
  const cwd = temporaryFolder();
  writeTexts(cwd, { 'specs/speccast.yaml': config, 'specs/openapi.yaml': spec, 'node_modules/.keep': '', ...more });
  return cwd;
}

function generate(cwd: string, ...args: readonly string[]): Promise<Ran> {
  return runCommand('generate', { args, cwd });
}

function idsIn(cwd: string, out: string): readonly string[] {
  const text = readFileSync(join(cwd, out, 'openapi.json'), 'utf8');
  return [...text.matchAll(/"operationId":"([^"]*)"/g)].map(([, id = '']) => id);
}

describe('a subset of a service', () => {
  test('is generated, and checked', async () => {
    const cwd = project();
    expect(await generate(cwd)).toMatchObject({ code: 0 });
    const text = readFileSync(join(cwd, 'generated/shop/src/client/orders.ts'), 'utf8');
    expect(text).toContain('list(');
    expect(text).not.toContain('insert(');
    expect((await generate(cwd, '--check')).code).toBe(0);
    writeTexts(cwd, { 'specs/speccast.yaml': config.replace('      exclude: [{ deprecated: true }]\n', '') });
    const { code, out } = await generate(cwd, '--check');
    expect(code).toBe(1);
    expect(out).toContain('ordersInsert');
  });

  test('is rejected where a pattern selects nothing, at its position', async () => {
    const cwd = project({ 'specs/speccast.yaml': config.replace('tag: orders', 'tag: ordres') });
    const { code, err } = await generate(cwd);
    expect(code).toBe(1);
    expect(err).toContain(
      'specs/speccast.yaml:10:11 error unmatched-operations: no operation has the tag "ordres"; did you mean "orders"?',
    );
  });

  test.each(readRows(import.meta.url).rows<readonly [string, string]>('a subset of a service'))(
    '%s',
    async (line, want) => {
      const text = `${config.slice(0, config.indexOf('operations:'))}${line}\n`;
      const { code, err } = await generate(project({ 'specs/speccast.yaml': text }));
      expect(code).toBe(1);
      expect(err).toContain(`specs/speccast.yaml:${want}`);
    },
  );

  test('is what diff and drift compare', async () => {
    const cwd = project({ 'other.yaml': spec });
    expect(await runCommand('diff', { args: ['other.yaml', 'shop'], cwd })).toMatchObject({
      code: 0,
      out: 'no changes\n',
    });
    expect(await runCommand('drift', { args: ['shop', 'other.yaml'], cwd })).toMatchObject({
      code: 0,
      out: '0 differences, all of them known\n',
    });
  });
});

describe('generate --print operations', () => {
  test('lists what there is, and what is generated of it', async () => {
    const { code, out, err } = await generate(project(), '--print', 'operations');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(`\
+  GET   /orders     orders.list    orders.list  orders
-  POST  /orders     orders.insert               orders, writing  deprecated
-  GET   /books
+  POST  order.sent  onOrderSent                                  webhook
`);
  });

  test('lists it as JSON, and what is wrong with the patterns', async () => {
    const cwd = project();
    const args = ['--spec', 'specs/openapi.yaml', '--print', 'operations', '--json', '--include', 'id:GET /book'];
    const { code, out } = await generate(cwd, ...args);
    const { diagnostics, operations } = JSON.parse(out);
    expect(code).toBe(1);
    expect(diagnostics).toEqual([
      {
        severity: 'error',
        code: 'unmatched-operations',
        message: 'no operation is called "GET /book"; did you mean "GET /books"?',
        file: '(command line)',
        line: 1,
        column: 1,
      },
    ]);
    expect(operations[2]).toEqual({
      service: 'specs/openapi.yaml',
      method: 'GET',
      path: '/books',
      id: 'GET /books',
      operationId: null,
      tags: [],
      deprecated: false,
      webhook: false,
      included: false,
    });
  });
});

describe('--include and --exclude', () => {
  test('choose operations of a spec, and are in the first line of each file', async () => {
    const cwd = project();
    const flags = ['--include', 'id:GET /books', '--include', 'tag:orders,method:get', '--exclude', 'webhook:*'];
    const { code } = await generate(cwd, '--spec', 'specs/openapi.yaml', '--out', 'shop', ...flags);
    expect(code).toBe(0);
    expect(idsIn(cwd, 'shop')).toEqual(['orders.list']);
    const [first] = readFileSync(join(cwd, 'shop/src/index.ts'), 'utf8').split('\n');
    expect(first).toContain("--include 'id:GET /books' --include tag:orders,method:get --exclude 'webhook:*'");
  });

  test('choose operations of what mock explains', async () => {
    const args = ['specs/openapi.yaml', '--explain', '--json', '--exclude', 'tag:orders'];
    const { out } = await runCommand('mock', { args, cwd: project() });
    expect(JSON.parse(out).operations.map(({ path }: { path: string }) => path)).toEqual(['/books']);
  });

  test.each(readRows(import.meta.url).rows<readonly [readonly string[], string]>('--include and --exclude'))(
    '%j',
    async (args, message) => {
      expect(await generate(project(), ...args)).toEqual(wrongUsage('generate', message));
    },
  );
});
