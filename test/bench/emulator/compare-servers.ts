import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';

/** A server that takes part. */
export interface Contender {
  readonly name: string;
  readonly node: string;
  /** Its program and what it is started with; a port of `0` is replaced by a free one where it prints no address. */
  readonly args: readonly string[];
}

/** What the load comes from. */
export interface LoadTools {
  readonly node: string;
  /** Program of the load. */
  readonly load: string;
  readonly folder: string;
}

interface Running extends Contender {
  readonly process: ChildProcess;
  readonly port: number;
  readonly basePath: string;
  readonly idle: number;
  readonly rates: number[];
  bytes: number;
}

const connections = 16;
const slot = 4000;
const rounds = 5;

/** Starts all servers, sends each the same load in turn, and says how many requests a second they answer and what memory they hold. */
export async function compareServers(contenders: readonly Contender[], tools: LoadTools): Promise<string> {
  const servers = await Promise.all(contenders.map((one) => start(one)));
  try {
    const blocks: string[] = [];
    for (const [name, request] of Object.entries(requests)) {
      for (const server of servers) server.rates.length = 0;
      // The first round warms up.
      for (let round = 0; round <= rounds; round += 1) {
        for (const server of servers) loadOnce(server, { ...tools, request: request(server), counts: round > 0 });
      }
      blocks.push(tableOf(name, servers));
    }
    return [...blocks, memoryOf(servers)].join('\n\n');
  } finally {
    for (const { process } of servers) process.kill();
  }
}

const requests: Readonly<Record<string, (server: Running) => string>> = {
  'videos.list?id': (server) => requestOf(server, 'GET /videos?part=snippet&id=alwsoKhExNl&key=k'),
  'playlists.insert': (server) =>
    requestOf(server, 'POST /playlists?part=snippet', JSON.stringify({ snippet: { title: 'A list' } })),
};

function requestOf({ basePath }: Running, line: string, body = ''): string {
  const head = [
    `${line.replace(' ', ` ${basePath}`)} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Accept: application/json',
    'Authorization: Bearer token',
    ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`]),
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

async function start(contender: Contender): Promise<Running> {
  const free = await freePort();
  const args = contender.args.map((one) => (one === '0' ? String(free) : one));
  const process = spawn(contender.node, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  process.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  for (let wait = 0; wait < 300; wait += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const url = new URL(/http:\S+/.exec(printed)?.[0] ?? `http://127.0.0.1:${free}`);
    const answer = await fetch(`${url.href}${url.href.endsWith('/') ? '' : '/'}videos?id=a&key=k&part=id`).catch(
      () => undefined,
    );
    if (answer?.status !== 200) continue;
    await answer.text();
    const basePath = url.pathname.replace(/\/$/, '');
    return { ...contender, process, port: Number(url.port), basePath, idle: memory(process.pid), rates: [], bytes: 0 };
  }
  process.kill();
  throw new Error(`${contender.name} does not answer`);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
}

interface Load extends LoadTools {
  readonly request: string;
  readonly counts: boolean;
}

function loadOnce(server: Running, { node, load, folder, request, counts }: Load): void {
  const args = [load, String(server.port), String(connections), String(slot)];
  const { stdout, stderr, status } = spawnSync(node, args, { cwd: folder, encoding: 'utf8', input: request });
  if (status !== 0) throw new Error(`${server.name}: ${stderr}`);
  const found: { answers: number; bytes: number; milliseconds: number } = JSON.parse(stdout);
  server.bytes = Math.round(found.bytes / found.answers);
  if (counts) server.rates.push((found.answers / found.milliseconds) * 1000);
}

function tableOf(request: string, servers: readonly Running[]): string {
  const [first] = servers;
  const rows = servers.map((server) => {
    const rate = median(server.rates);
    const ratio = (rate / median(first?.rates ?? [])).toFixed(1);
    const range = `${Math.round(Math.min(...server.rates))} to ${Math.round(Math.max(...server.rates))}`;
    return `| ${server.name} | ${Math.round(rate).toLocaleString('en')} | ${range} | ${ratio} | ${server.bytes} |`;
  });
  const head = `| ${request} over HTTP | Requests a second | Range | Ratio | Bytes of a body |\n| --- | --- | --- | --- | --- |`;
  return [head, ...rows].join('\n');
}

function memoryOf(servers: readonly Running[]): string {
  const rows = servers.map(({ name, idle, process }) => `| ${name} | ${idle} MB | ${memory(process.pid)} MB |`);
  return ['| Memory (RSS) | Before the load | After it |\n| --- | --- | --- |', ...rows].join('\n');
}

/** Resident set of a process in MB. */
function memory(pid: number | undefined): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Math.round(Number(stdout) / 1024);
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}
