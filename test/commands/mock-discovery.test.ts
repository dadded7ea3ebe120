import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveMock, type RunningMock } from './run-command.js';

const cwd = fileURLToPath(new URL('../cases/positive-discovery', import.meta.url));

interface Result {
  readonly status: number;
  readonly body: { readonly [member: string]: unknown };
}

let mock: RunningMock;

beforeAll(async () => {
  mock = await serveMock({ args: ['spec.json'], cwd });
});

afterAll(async () => {
  await mock.stop();
});

async function call(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Result> {
  const response = await fetch(mock.url + path, {
    method,
    headers: { authorization: 'Bearer any', 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  // `as`: JSON.parse returns any.
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Result['body'] };
}

describe('the emulator of a Discovery document', () => {
  test('stores rows that are identified by a query parameter', async () => {
    const { body: added } = await call('POST', '/books', { title: 'Tides' });
    expect(added).toMatchObject({ kind: 'library#book', title: 'Tides' });
    const { id } = added;
    const changed = await call('PUT', '/books', { id, title: 'Waves' }, { 'if-match': '*' });
    expect(changed.body).toMatchObject({ id, title: 'Waves' });
    const listed = await call('GET', `/books?shelf=any&id=${String(id)}`);
    expect(listed.body).toMatchObject({ kind: 'library#bookListResponse', items: [{ id, title: 'Waves' }] });
    expect((await call('DELETE', `/books?id=${String(id)}`)).status).toBe(204);
    expect((await call('GET', `/books?shelf=any&id=${String(id)}`)).body).toMatchObject({ items: [] });
  });

  test('splits lists into pages', async () => {
    const { body } = await call('GET', '/books?shelf=any&maxResults=2');
    expect(body['items']).toHaveLength(2);
    const next = await call('GET', `/books?shelf=any&maxResults=2&pageToken=${String(body['nextPageToken'])}`);
    expect(next.body['items']).toHaveLength(1);
  });

  test('assigns resource names below the names of parents', async () => {
    const { body: all } = await call('GET', '/readers');
    expect(all['readers']).toHaveLength(3);
    const [first, second] = [0, 1].map((index) =>
      String(Reflect.get(Object(Reflect.get(Object(all['readers']), index)), 'name')),
    );
    expect(first).toMatch(/^readers\/[\w-]{12}$/);
    expect((await call('GET', `/${first}`)).body).toEqual({ name: first });
    const { body: loan } = await call('POST', `/${first}/loans`, { book: 'Tides' });
    expect(String(loan['name'])).toMatch(new RegExp(`^${first}/loans/[\\w-]{12}$`));
    expect((await call('GET', `/${first}/loans`)).body).toEqual({ loans: [loan] });
    expect((await call('GET', `/${second}/loans`)).body).toEqual({ loans: [] });
    expect(await call('DELETE', `/${String(loan['name'])}`)).toEqual({ status: 200, body: {} });
    expect((await call('GET', `/${first}/loans`)).body).toEqual({ loans: [] });
  });

  test('has a Discovery document with the same methods', async () => {
    const own: unknown = JSON.parse(readFileSync(join(cwd, 'spec.json'), 'utf8'));
    const { origin } = new URL(mock.url);
    const path = `/discovery/v1/apis/${nameIn(own, 'name')}/${nameIn(own, 'version')}/rest`;
    const made: unknown = await (await fetch(origin + path)).json();
    expect(made).toMatchObject({ rootUrl: `${origin}/`, servicePath: nameIn(own, 'servicePath') });
    expect(methodsIn(made)).toEqual(methodsIn(own));
  });
});

function nameIn(document: unknown, key: string): string {
  return String(Reflect.get(Object(document), key) ?? '');
}

/** Lists the verb and the path of each method of a Discovery document. */
function methodsIn(resource: unknown): readonly string[] {
  const { methods, resources } = Object(resource);
  const own = Object.values(Object(methods)).map((one) => `${nameIn(one, 'httpMethod')} ${nameIn(one, 'path')}`);
  return [...own, ...Object.values(Object(resources)).flatMap(methodsIn)].toSorted();
}
