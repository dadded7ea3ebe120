import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What was published: the document that npm sent. */
export interface Published {
  readonly name: string;
  readonly version: string;
  readonly access: string;
  readonly tag: string;
  /** The tarball. */
  readonly data: Buffer;
}

/** A registry in memory, as far as `npm view` and `npm publish` need one. */
export interface FakeRegistry {
  readonly url: string;
  /** In the order in which it came. */
  readonly published: readonly Published[];
  /** Refuses the next time that this package is published, with status 500. */
  refuse(name: string): void;
  /** Has a version as if somebody had published it before. */
  add(name: string, version: string): void;
  close(): Promise<void>;
}

interface Body {
  readonly name: string;
  readonly access: string;
  readonly versions: Readonly<Record<string, object>>;
  readonly 'dist-tags': Readonly<Record<string, string>>;
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>;
}

/** Starts a registry that has nothing yet; given a page, it answers all questions by that, with status 502. */
export async function startRegistry(page?: string): Promise<FakeRegistry> {
  const published: Published[] = [];
  const refused = new Set<string>();
  const answer = async (request: IncomingMessage): Promise<readonly [status: number, body: object]> => {
    const name = decodeURIComponent(new URL(request.url ?? '/', 'http://a').pathname.slice(1));
    if (request.method === 'PUT') {
      if (refused.delete(name)) return [400, { error: 'the registry has had enough' }];
      published.push(readPublished(JSON.parse(await textOf(request))));
      return [201, { ok: true }];
    }
    const versions = published.filter((one) => one.name === name).map(({ version }) => version);
    return versions.length === 0 ? [404, { error: 'not found' }] : [200, packument(name, versions)];
  };
  const server = createServer((request, response) => {
    if (page !== undefined) return void response.writeHead(502, { 'content-type': 'text/html' }).end(page);
    void answer(request).then(([status, body]) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    published,
    refuse: (name) => void refused.add(name),
    add: (name, version) => void published.push({ name, version, access: '', tag: '', data: Buffer.from('') }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function readPublished({ name, access, versions, 'dist-tags': tags, _attachments: attachments }: Body): Published {
  const [version = ''] = Object.keys(versions);
  const [tag = ''] = Object.keys(tags);
  const data = Buffer.from(Object.values(attachments)[0]?.data ?? '', 'base64');
  return { name, version, access, tag, data };
}

function packument(name: string, versions: readonly string[]): object {
  const entries = versions.map((version) => [version, { name, version, dist: { tarball: 'http://a/a.tgz' } }]);
  return { name, 'dist-tags': { latest: versions.at(-1) }, versions: Object.fromEntries(entries) };
}

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}
