import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../output/temporary-folder.js';
import { startMock } from '../run-command.js';

const schema = '/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql';

/** True if PowerDNS (Debian: pdns-server, pdns-backend-sqlite3) and Python, which creates the database, are installed. */
const isInstalled =
  existsSync('/usr/sbin/pdns_server') &&
  existsSync(schema) &&
  spawnSync('python3', ['-c', 'import sqlite3']).status === 0;

const key = 'real-service-key-1';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has this type of address.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts PowerDNS with an empty database, and returns the origin of its API. */
async function startPowerDns(folder: string): Promise<string> {
  const database = join(folder, 'pdns.db');
  const make = 'import sqlite3,sys; sqlite3.connect(sys.argv[1]).executescript(open(sys.argv[2]).read())';
  expect(spawnSync('python3', ['-c', make, database, schema]).status).toBe(0);
  const [api, dns] = [await freePort(), await freePort()];
  const options = {
    'no-config': 'yes',
    daemon: 'no',
    guardian: 'no',
    launch: 'gsqlite3',
    'gsqlite3-database': database,
    api: 'yes',
    'api-key': key,
    webserver: 'yes',
    'webserver-address': '127.0.0.1',
    'webserver-port': String(api),
    'local-address': '127.0.0.1',
    'local-port': String(dns),
    'socket-dir': folder,
    'disable-syslog': 'yes',
  };
  const args = Object.entries(options).map(([name, value]) =>
    name === 'no-config' ? '--no-config' : `--${name}=${value}`,
  );
  const child = spawn('/usr/sbin/pdns_server', args, { stdio: 'ignore' });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null) await once(child, 'exit');
  });
  const url = `http://127.0.0.1:${api}`;
  await expect
    .poll(
      () =>
        fetch(`${url}/api/v1/servers`, { headers: { 'x-api-key': key } }).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 20_000 },
    )
    .toBe(200);
  return url;
}

type Got = readonly [method: string, path: string, status: number, type: string | null, text: string];

/** Makes 200 calls that create, read, change and delete zones and their records. Returns the responses. */
async function makeCalls(base: string): Promise<readonly Got[]> {
  const got: Got[] = [];
  const zones = '/servers/localhost/zones';
  const send = async (method: string, path: string, body?: object): Promise<void> => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const response = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    got.push([method, path, response.status, response.headers.get('content-type'), await response.text()]);
  };
  await send('GET', '/servers');
  await send('GET', '/servers/localhost');
  await send('GET', '/servers/nowhere');
  for (let index = 0; got.length < 191; index += 1) {
    const name = `zone${index}.example.`;
    const records = [{ content: `192.0.2.${(index % 200) + 1}`, disabled: false }];
    const rrset = { name: `www.${name}`, type: 'A', ttl: 60, changetype: 'REPLACE', records };
    await send('POST', zones, { name, kind: 'Native', nameservers: ['ns1.example.'] });
    await send('GET', `${zones}/${name}`);
    await send('PATCH', `${zones}/${name}`, { rrsets: [rrset] });
    await send('GET', `${zones}/${name}`);
    await send('POST', `${zones}/${name}/metadata`, { kind: 'ALLOW-AXFR-FROM', metadata: ['AUTO-NS'] });
    await send('GET', `${zones}/${name}/metadata`);
    await send('GET', zones);
    if (index % 3 !== 0) continue;
    await send('DELETE', `${zones}/${name}`);
    await send('GET', `${zones}/${name}`);
  }
  await send('POST', '/servers/localhost/tsigkeys', { name: 'one', algorithm: 'hmac-sha256' });
  await send('GET', '/servers/localhost/tsigkeys/one.');
  await send('GET', zones);
  while (got.length < 200) await send('GET', '/servers/localhost/statistics');
  return got;
}

test.skipIf(!isInstalled)(
  `200 calls of PowerDNS, recorded, are replayed equal${isInstalled ? '' : ' (missing: pdns-server, pdns-backend-sqlite3)'}`,
  async () => {
    const folder = temporaryFolder();
    const upstream = await startPowerDns(folder);
    // PowerDNS serves its own OpenAPI document.
    const document = await (await fetch(`${upstream}/api/docs`, { headers: { 'x-api-key': key } })).text();
    writeFileSync(join(folder, 'pdns.yaml'), document);
    const recording = await startMock(folder, 'pdns.yaml', '--upstream', upstream, '--record', 'pdns.har');
    const live = await makeCalls(recording.url);
    // The document of PowerDNS has mistakes, such as this status.
    expect(await recording.stop()).toMatchObject({ code: 1 });
    expect(recording.written.err).toMatch(
      /POST \/servers\/\{server_id\}\/zones\/\{zone_id\}\/metadata 201: status: .* not 201 \(pdns\.yaml:\d+:\d+\)/,
    );
    expect(readFileSync(join(folder, 'pdns.har'), 'utf8')).not.toContain(key);
    const mock = await startMock(folder, 'pdns.yaml', '--replay', 'pdns.har');
    const replayed = await makeCalls(mock.url);
    expect(live).toHaveLength(200);
    expect(replayed.filter((one, index) => JSON.stringify(one) !== JSON.stringify(live[index]))).toEqual([]);
    // A zone that is created afterwards is listed together with the recorded ones.
    const zones = `${mock.url}/servers/localhost/zones`;
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const body = JSON.stringify({ name: 'fresh.example.', kind: 'Native', nameservers: [] });
    expect((await fetch(zones, { method: 'POST', headers, body })).status).toBe(201);
    const names = (await (await fetch(zones, { headers })).json()).map(({ name }: { name: string }) => name);
    const before = JSON.parse(
      live.findLast(([method, path]) => method === 'GET' && path.endsWith('/zones'))?.[4] ?? '[]',
    );
    expect(names.toSorted()).toEqual(
      [...before.map(({ name }: { name: string }) => name), 'fresh.example.'].toSorted(),
    );
  },
  120_000,
);
