import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fetchSpec, type FetchSpecOptions } from '../../generator/commands/address/fetch-spec.js';
import type { Reply } from './spec-server.js';
import { petSchema, petsSpec, serveSpecs } from './spec-server.js';

/** Fetches an address, and returns the diagnostics: `code: message`, with `<origin>` in place of the origin. */
async function fetchAndFail(reply: Reply, options: FetchSpecOptions = {}, path = '/a/openapi.yaml'): Promise<string> {
  const { origin } = await serveSpecs({ '/a/openapi.yaml': reply });
  const fetched = await fetchSpec(origin + path, options);
  if (!('diagnostics' in fetched)) throw new Error('the address was fetched');
  return fetched.diagnostics
    .map(({ code, message }) => `${code}: ${message.replaceAll(origin, '<origin>')}`)
    .join('\n');
}

const cannot = 'unreadable-address: <origin>/a/openapi.yaml cannot be read: ';

describe('a spec is not fetched from a server', () => {
  test.each<[string, Reply, string]>([
    ['without the file', (_, response) => response.writeHead(404).end(), 'the response is 404'],
    [
      'that wants credentials',
      (_, response) => response.writeHead(401).end(),
      'the response is 401; --header names an environment variable with credentials',
    ],
    ['that responds without a body', (_, response) => response.writeHead(304).end(), 'the response is 304'],
    [
      'that redirects in a circle',
      (_, response) => response.writeHead(302, { location: '/a/openapi.yaml' }).end(),
      'it redirects more than 5 times',
    ],
    [
      'that redirects to a file',
      (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      'it redirects to file:///etc/passwd: file: is not safe; write https:',
    ],
    [
      'that redirects to another machine without TLS',
      (_, response) => response.writeHead(302, { location: 'http://specs.example/?key=secret' }).end(),
      'it redirects to http://specs.example/?key=…: http: is safe only on this machine, because others can change the response on its way; write https:',
    ],
    [
      'that redirects with a password',
      (_, response) => response.writeHead(302, { location: 'https://me:secret@specs.example/' }).end(),
      'it redirects to https://specs.example/: an address with a user or password is not safe; name an environment variable with --header',
    ],
    [
      'that sends too much, packed',
      (_, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(33 * 1024 * 1024))),
      'it is larger than 32 MiB',
    ],
  ])('%s', async (_, reply, says) => {
    expect(await fetchAndFail(reply)).toBe(cannot + says);
  });

  test('that ends too early', async () => {
    const reply: Reply = (_, response) => {
      response.writeHead(200, { 'content-length': 1000 });
      response.write(petsSpec(['id']), () => response.destroy());
    };
    expect(await fetchAndFail(reply)).toMatch(/cannot be read: the response ends too early \(/);
  });

  test.each<[string, Reply]>([
    ['never responds', () => undefined],
    ['never ends', (_, response) => void response.write('openapi: 3.1.0\n')],
    [
      'sends single bytes forever',
      (_, response) => {
        const timer = setInterval(() => response.write('#'), 20);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ])('that %s', async (_, reply) => {
    expect(await fetchAndFail(reply, { ms: 200 })).toBe(`${cannot}it takes more than 0.2 seconds`);
  });

  test('and keys in its address are not printed', async () => {
    const reply: Reply = (_, response) => response.writeHead(500).end();
    expect(await fetchAndFail(reply, {}, '/a/openapi.yaml?version=2&key=secret&flag')).toBe(
      'unreadable-address: <origin>/a/openapi.yaml?version=…&key=…&… cannot be read: the response is 500',
    );
  });
});

describe('a redirect', () => {
  /** Fetches an address that redirects to `location`, in a network with four hosts. */
  async function fetchFrom(address: string, location: string): Promise<{ requested: string[]; result: string }> {
    const numbers = new Map([
      ['specs.example', '93.184.215.14'],
      ['mirror.example', '93.184.215.15'],
      ['inner.example', '10.1.2.3'],
      ['other.example', '10.1.2.4'],
    ]);
    const requested: string[] = [];
    const fetched = await fetchSpec(address, {
      headers: { 'X-Key': 'secret' },
      lookup: async (host) => [{ address: numbers.get(host) ?? '' }],
      fetch: async (input, init) => {
        const url = String(input);
        requested.push(`${url} ${new Headers(init?.headers).get('x-key') ?? 'no key'}`);
        if (url === address) return new Response('', { status: 302, headers: { location } });
        return new Response(petsSpec(['id']));
      },
    });
    const result = 'diagnostics' in fetched ? (fetched.diagnostics[0]?.message ?? '') : fetched.root.file;
    return { requested, result };
  }

  test('to another host is followed without credentials', async () => {
    expect(await fetchFrom('https://specs.example/a.yaml', 'https://mirror.example/b/a.yaml?x=1')).toEqual({
      requested: ['https://specs.example/a.yaml secret', 'https://mirror.example/b/a.yaml?x=1 no key'],
      result: 'https://mirror.example/b/a.yaml',
    });
  });

  test('within the origin keeps the credentials', async () => {
    const { requested } = await fetchFrom('https://specs.example/a.yaml', '/b.yaml');
    expect(requested).toEqual(['https://specs.example/a.yaml secret', 'https://specs.example/b.yaml secret']);
  });

  test.each(['https://inner.example/', 'http://localhost:9/', 'https://[::1]/', 'https://169.254.169.254/latest'])(
    'from a public address to a private one is not followed: %s',
    async (location) => {
      const { requested, result } = await fetchFrom('https://specs.example/a.yaml', location);
      expect(requested).toHaveLength(1);
      expect(result).toBe(
        `https://specs.example/a.yaml cannot be read: it redirects to ${location}: this is an address in a private network`,
      );
    },
  );

  test('between private addresses is followed', async () => {
    const { result } = await fetchFrom('https://inner.example/a.yaml', 'https://other.example/a.yaml');
    expect(result).toBe('https://other.example/a.yaml');
  });
});

describe('files that a spec refers to', () => {
  test('are fetched from its folder, and only from there', async () => {
    const { origin, requested } = await serveSpecs({
      '/a/openapi.yaml': petsSpec([], 'schemas/pet.yaml'),
      '/a/schemas/pet.yaml': '{ type: object, properties: { a: { $ref: name.json }, b: { $ref: ../../secret.yaml } } }',
      '/a/schemas/name.json': '{"type": "string"}',
      '/secret.yaml': '{}',
    });
    const fetched = await fetchSpec(`${origin}/a/openapi.yaml`, { headers: { 'X-Key': 'k' } });
    expect('texts' in fetched && [...fetched.texts.keys()]).toEqual([
      `${origin}/a/openapi.yaml`,
      `${origin}/a/schemas/pet.yaml`,
      `${origin}/a/schemas/name.json`,
    ]);
    // The root is requested again: it must not have changed meanwhile.
    expect(requested).toEqual([
      '/a/openapi.yaml x-key: k',
      '/a/schemas/pet.yaml x-key: k',
      '/a/schemas/name.json x-key: k',
      '/a/openapi.yaml x-key: k',
    ]);
  });

  test.each(['package.json', 'node_modules/a/index.json', '.git/config.yaml', 'capabilities/code.ts', 'a.source.json'])(
    'are not fetched if tools would read them as their own files: %s',
    async (ref) => {
      const { origin, requested } = await serveSpecs({ '/a/openapi.yaml': petsSpec([], ref), [`/a/${ref}`]: '{}' });
      await fetchSpec(`${origin}/a/openapi.yaml`);
      expect(requested).toEqual(['/a/openapi.yaml']);
    },
  );

  test('fail the whole spec if one cannot be fetched', async () => {
    const { origin } = await serveSpecs({
      '/a/openapi.yaml': petsSpec([], 'pet.yaml'),
      '/a/pet.yaml': (_, response) => response.writeHead(302, { location: '/b/pet.yaml' }).end(),
    });
    expect(await fetchSpec(`${origin}/a/openapi.yaml`)).toMatchObject({
      diagnostics: [
        {
          message: `${origin}/a/pet.yaml cannot be read: it redirects to ${origin}/b/pet.yaml: this is outside of the folder of the spec`,
        },
      ],
    });
  });

  test('are rejected if the root file changed meanwhile', async () => {
    const server = await serveSpecs({ '/a/openapi.yaml': petsSpec([], 'pet.yaml') });
    server.replies['/a/pet.yaml'] = (_, response) => {
      server.replies['/a/openapi.yaml'] = petsSpec(['id'], 'pet.yaml#/$defs/a');
      response.end(petSchema(['id']));
    };
    expect(await fetchSpec(`${server.origin}/a/openapi.yaml`)).toMatchObject({
      diagnostics: [
        {
          message: `${server.origin}/a/openapi.yaml cannot be read: it changed while its files were fetched; try again`,
        },
      ],
    });
  });
});
