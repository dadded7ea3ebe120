import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** Name and version of a package.json. */
interface Manifest {
  readonly name: string;
  readonly version: string;
}

/** A published version of a package, with the arguments of `npm publish`. */
export interface Published extends Manifest {
  readonly access: string;
  readonly tag: string;
  readonly manifest: object;
  /** The tarball. */
  readonly data: Buffer;
}

/** A registry in memory. It has the endpoints that `npm view`, `npm publish` and `npm install` need. */
export interface FakeRegistry {
  readonly url: string;
  /** Versions in the order in which they were published. */
  readonly published: readonly Published[];
  /** Makes the next `npm publish` of a package fail with status 400. */
  refuse(name: string): void;
  /** Adds a package that was published earlier. */
  add(manifest: Manifest, data?: Buffer): void;
  close(): Promise<void>;
}

/** The document that npm sends. */
interface Body {
  readonly name: string;
  readonly access: string;
  readonly versions: Readonly<Record<string, object>>;
  readonly 'dist-tags': Readonly<Record<string, string>>;
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>;
}

/** Starts an empty registry. With `page`, it responds to every request with this HTML and status 502. */
export async function startRegistry(page?: string): Promise<FakeRegistry> {
  const published: Published[] = [];
  const refused = new Set<string>();
  const respond = async (request: IncomingMessage): Promise<readonly [status: number, body: object | Buffer]> => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://a').pathname.slice(1));
    if (request.method === 'PUT') {
      if (refused.delete(path)) return [400, { error: 'the registry has had enough' }];
      // `as`: npm sends no other document.
      published.push(readPublished((await json(request)) as Body));
      return [201, { ok: true }];
    }
    const tarball = published.find(({ name, version }) => path === `${name}/-/${version}.tgz`);
    if (tarball !== undefined) return [200, tarball.data];
    const found = published.filter(({ name }) => name === path);
    return found.length === 0 ? [404, { error: 'not found' }] : [200, describePackage(found, url)];
  };
  const server = createServer((request, response) => {
    if (page !== undefined) return void response.writeHead(502, { 'content-type': 'text/html' }).end(page);
    void respond(request).then(([status, body]) => {
      response.writeHead(status).end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // `as`: a server that listens on a port has an address object.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    published,
    refuse: (name) => void refused.add(name),
    add: (manifest, data = Buffer.from('')) => {
      const { name, version } = manifest;
      published.push({ name, version, access: '', tag: '', manifest, data });
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function readPublished({ name, access, versions, 'dist-tags': tags, _attachments: attachments }: Body): Published {
  const [[version, manifest] = ['', {}]] = Object.entries(versions);
  const [tag = ''] = Object.keys(tags);
  const data = Buffer.from(Object.values(attachments)[0]?.data ?? '', 'base64');
  return { name, version, access, tag, manifest, data };
}

/** Builds the document of a package in the registry: the package.json of each version, and the URL of its tarball. */
function describePackage(found: readonly Published[], url: string): object {
  const versions = found.map(({ name, version, manifest, data }) => {
    const integrity = `sha512-${createHash('sha512').update(data).digest('base64')}`;
    const dist = { tarball: `${url}${name}/-/${version}.tgz`, integrity };
    return [version, { ...manifest, name, version, dist }] as const;
  });
  // Package managers may reject versions that were published on the same day.
  const time = Object.fromEntries(found.map(({ version }) => [version, '2026-01-01T00:00:00.000Z']));
  const latest = found.at(-1)?.version;
  return { name: found[0]?.name, time, 'dist-tags': { latest }, versions: Object.fromEntries(versions) };
}
