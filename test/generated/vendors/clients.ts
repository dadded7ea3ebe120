import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isJsonObject, type Json } from '@speccast/runtime';
import { drawPng } from '../images.js';

/** A call in `video-calls.json` or `ad-calls.json`, which all clients make. */
export interface ClientCall {
  /** Resources and method: `playlists.list`. */
  readonly call: string;
  readonly params: Readonly<Record<string, Json>>;
  readonly body?: Json;
  /** Name of a file of `mediaFiles` to upload. */
  readonly media?: string;
  /** Expected status. Default: success. */
  readonly status?: number;
  /** Values of the response, by dotted paths, that later calls use as `${name}`. */
  readonly keep?: Readonly<Record<string, string>>;
}

/** Returns the path of a file in the folder of this module. */
export function toPath(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** Reads the calls of a file in this folder. */
export function readCalls(name: string): readonly ClientCall[] {
  // `as`: the file is part of the tests.
  return JSON.parse(readFileSync(toPath(name), 'utf8')) as readonly ClientCall[];
}

/** Replaces `${name}` in all strings of a value by kept values: `{ id: '${video}' }` → `{ id: 'a1' }`. */
export function insertKept(value: Json, kept: ReadonlyMap<string, string>): Json {
  if (typeof value === 'string')
    return value.replace(/\$\{(\w+)\}/g, (_found, name: string) => kept.get(name) ?? 'unknown');
  if (Array.isArray(value)) return value.map((one: Json) => insertKept(one, kept));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, insertKept(one, kept)]));
}

/** Returns the value at a path such as `items.0.id` as a string. */
export function valueAt(value: unknown, path: string): string {
  return String(path.split('.').reduce((inner: unknown, name) => Reflect.get(Object(inner), name), value));
}

/** Media types of `mediaFiles`. */
export const mediaTypes: Readonly<Record<string, string>> = {
  video: 'video/mp4',
  caption: 'text/plain',
  image: 'image/png',
};

/** Contents of the files that calls upload, by name. */
export const mediaFiles: Readonly<Record<string, Uint8Array | string>> = {
  video: new Uint8Array(1000).fill(7),
  caption: '1\n00:00:00,000 --> 00:00:01,000\nHello\n',
  image: drawPng(2048, 1152),
};

/** Creates a folder with the files that calls upload, and a `large` one. */
export function createMediaFolder(): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'speccast-vendors-'));
  const files = { ...mediaFiles, large: Buffer.alloc(1_000_000, 7) };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Returns the command of a Python that has Google's client, or `undefined`. */
export function findPython(): string | undefined {
  const needed = 'import googleapiclient.discovery, google.oauth2.credentials, google_auth_httplib2';
  return ['/usr/bin/python3', 'python3'].find((one) => spawnSync(one, ['-c', needed]).status === 0);
}

/** Runs a program while this process serves its requests, and parses what it prints. */
export function runJson(program: string, args: readonly string[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { timeout: 150_000, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      if (error !== null) reject(new Error(`${error.message}\n${stderr}`));
      else resolve(JSON.parse(stdout));
    });
  });
}

const version = '171.0.0';

/** SHA-512 of the package in npm's registry. */
const integrity = 'z+wpYZ9wfO/v58b/7fM0JqwDR6dx6yE3UdQZ9vWrzmzNVHFd85Uud8QewFfm8ht/3Hx2ISLbCs8RfnbrqR8X4A==';

/**
 * Returns the path of the AdMob client of `googleapis`, or `undefined` if npm cannot fetch the package. As a dependency, `googleapis` would
 * add 200 MB with 300 other clients to each `npm ci`. This fetches it once, and unpacks only the one client.
 */
export function fetchAdmobClient(): string | undefined {
  const folder = fileURLToPath(new URL(`../../../node_modules/.cache/googleapis-${version}`, import.meta.url));
  const path = join(folder, 'package/build/src/apis/admob/index.js');
  return existsSync(path) || unpack(folder) ? path : undefined;
}

function unpack(folder: string): boolean {
  const temporary = mkdtempSync(join(tmpdir(), 'speccast-googleapis-'));
  try {
    const fetched = spawnSync('npm', ['pack', `googleapis@${version}`, '--json', '--prefer-offline'], {
      cwd: temporary,
      timeout: 60_000,
      shell: process.platform === 'win32',
    });
    if (fetched.status !== 0 || !fetched.stdout.includes(integrity)) return false;
    const file = join(temporary, `googleapis-${version}.tgz`);
    spawnSync('mkdir', ['-p', folder]);
    const members = ['package/package.json', 'package/build/src/apis/admob'];
    return spawnSync('tar', ['-xzf', file, '-C', folder, ...members]).status === 0;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
