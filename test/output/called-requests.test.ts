import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { generate } from 'speccast';
import type { ClientOptions } from '@speccast/runtime';
import { importFiles, type ImportedCase } from './import-case.js';

/** A document, and what calls of its client send. */
interface Described {
  readonly title: string;
  readonly spec: object;
  /** Lines of its diagnostics: `code at line: message`. Default: none. */
  readonly diagnostics?: readonly string[];
  readonly calls: readonly Called[];
}

interface Called {
  /** `views.add` */
  readonly call: string;
  readonly params?: object;
  readonly options?: object;
  readonly client?: ClientOptions;
  /** Parts of the request, percent-decoded: `url`, `type`, `body`, and other headers by their names. */
  readonly want?: Readonly<Record<string, string | null>>;
  /** The body or the parameters as the emulator reads them. */
  readonly read?: object;
  /** What the call gives. */
  readonly gives?: unknown;
  /** Part of the message of the error, in place of a request. */
  readonly error?: string;
}

type Method = (params: unknown, options: unknown) => Promise<unknown>;

const documents: readonly Described[] = parse(readFileSync(new URL('requests.yaml', import.meta.url), 'utf8'), {
  merge: true,
});

describe.each(documents)('$title', ({ title, spec, diagnostics = [], calls }) => {
  let one: ImportedCase<object> | undefined;

  beforeAll(async () => {
    const text = JSON.stringify(spec, undefined, 1);
    const made = await generate({ spec: { file: 'spec.json', text }, packageName: '@cases/requests' });
    expect(made.diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual(diagnostics);
    one = await importFiles(title.replaceAll(/\W+/g, '-'), made.files);
  });

  afterAll(() => one?.remove());

  test.each(calls)('$call $params $options', async ({ call, params, options, client, want, read, gives, error }) => {
    const { client: made, sent, emulator } = one!.open({ validate: undefined, ...client });
    const path = call.split('.');
    const name = path.pop() ?? '';
    const resource = path.reduce<object>((value, step) => Reflect.get(value, step), made);
    const start = async (): Promise<unknown> => (Reflect.get(resource, name) as Method).call(resource, params, options);
    if (error !== undefined) {
      await expect(start()).rejects.toThrow(error);
      expect(sent).toEqual([]);
      return;
    }
    const data = await start();
    const [{ request, body } = { request: new Request('about:blank'), body: '' }] = sent;
    const found = { url: request.url.replace(emulator.baseUrl, ''), type: request.headers.get('content-type'), body };
    for (const [name, value] of Object.entries({ ...want })) {
      const got = Object.hasOwn(found, name) ? Reflect.get(found, name) : request.headers.get(name);
      expect([name, typeof got === 'string' ? decodeURIComponent(got) : got]).toEqual([name, value]);
    }
    if (read !== undefined) {
      const entry = emulator.journal.at(0);
      expect(entry?.body ?? entry?.params).toEqual(read);
    }
    if (gives !== undefined) expect(data).toEqual(gives);
  });
});
