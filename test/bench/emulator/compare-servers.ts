import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../build-step/free-port.js';
import { median, printTable } from '../report.js';

/** A server that takes part in the comparison. */
export interface Contender {
  readonly name: string;
  readonly node: string;
  /** Its program and arguments. An argument `0` is replaced by a free port. */
  readonly args: readonly string[];
}

/** A running server and its measurements. */
interface Running {
  readonly name: string;
  readonly process: ChildProcess;
  readonly url: URL;
  readonly idle: number;
  readonly rates: number[];
  bytes: number;
}

const connections = 16;
const slot = 4000;
const rounds = 5;

/** Requests by their first line. Paths are below the base path of the server. */
const requests: Readonly<Record<string, readonly [name: string, body: string]>> = {
  'GET /videos?part=snippet&id=alwsoKhExNl&key=k': ['videos.list?id', ''],
  'POST /playlists?part=snippet': ['playlists.insert', JSON.stringify({ snippet: { title: 'A list' } })],
};

/**
 * Starts all servers, and sends the same load to each in turns. Returns tables of requests per second and of memory. `sendLoad` runs
 * `load-worker.mjs` with arguments and a request.
 */
export async function compareServers(
  contenders: readonly Contender[],
  sendLoad: (args: readonly string[], request: string) => string,
): Promise<string> {
  const servers = await Promise.all(contenders.map(start));
  try {
    const tables: string[] = [];
    for (const [line, [name, body]] of Object.entries(requests)) {
      for (const server of servers) server.rates.length = 0;
      // The first round warms up.
      for (let round = 0; round <= rounds; round += 1) {
        for (const server of servers) {
          const args = [server.url.port, String(connections), String(slot)];
          const found: { answers: number; bytes: number; milliseconds: number } = JSON.parse(
            sendLoad(args, writeRequest(server, line, body)),
          );
          server.bytes = Math.round(found.bytes / found.answers);
          if (round > 0) server.rates.push((found.answers / found.milliseconds) * 1000);
        }
      }
      tables.push(printRates(name, servers));
    }
    const memory = servers.map(({ name, idle, process }) => [name, `${idle} MB`, `${readMemory(process.pid)} MB`]);
    return [...tables, printTable([['Memory (RSS)', 'Before the load', 'After it'], ...memory])].join('\n\n');
  } finally {
    for (const { process } of servers) process.kill();
  }
}

function writeRequest({ url }: Running, line: string, body: string): string {
  const head = [
    `${line.replace(' /', ` ${url.pathname}`)} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Accept: application/json',
    'Authorization: Bearer token',
    ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`]),
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

async function start({ name, node, args }: Contender): Promise<Running> {
  const port = String(await freePort());
  const actual = args.map((one) => (one === '0' ? port : one));
  const process = spawn(node, actual, { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  process.stdout.on('data', (chunk) => (printed += String(chunk)));
  for (let count = 0; count < 300; count += 1) {
    await wait(100);
    const url = new URL(`${/http:\S+/.exec(printed)?.[0] ?? `http://127.0.0.1:${port}`}/`.replace(/\/\/$/, '/'));
    const response = await fetch(new URL('videos?id=a&key=k&part=id', url)).catch(() => undefined);
    if (response?.status !== 200) continue;
    await response.text();
    return { name, process, url, idle: readMemory(process.pid), rates: [], bytes: 0 };
  }
  process.kill();
  throw new Error(`${name} does not respond within 30 seconds`);
}

function printRates(request: string, servers: readonly Running[]): string {
  const first = median(servers[0]?.rates ?? []);
  const rows = servers.map(({ name, rates, bytes }) => {
    const rate = median(rates);
    const range = `${Math.round(Math.min(...rates))} to ${Math.round(Math.max(...rates))}`;
    return [name, Math.round(rate).toLocaleString('en'), range, (rate / first).toFixed(1), bytes];
  });
  return printTable([[`${request} over HTTP`, 'Requests a second', 'Range', 'Ratio', 'Bytes of a body'], ...rows]);
}

/** Returns the resident set of a process in MB. */
function readMemory(pid: number | undefined): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Math.round(Number(stdout) / 1024);
}
