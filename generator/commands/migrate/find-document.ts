import { dirname, join, resolve } from 'node:path';
import { isJsonObject } from '../../json.js';
import { loadJsonc, loadYaml } from '../../spec/read/libraries.js';
import { isAddress } from '../../spec/references/reference.js';
import { readIfAllowed } from '../../output/disk.js';

/** Names that OpenAPI documents usually have beside a configuration that does not name them. */
const USUAL = ['openapi', 'openapi.documented', 'openapi.transformed', 'swagger'].flatMap((stem) =>
  ['yaml', 'yml', 'json'].map((ending) => `${stem}.${ending}`),
);

/** The document of a project that Stainless generated from: an absolute path, or an address; `undefined` where there is none. */
export function findDocument(folders: readonly string[]): string | undefined {
  for (const folder of folders) {
    const found = inWorkspace(join(folder, 'workspace.json')) ?? inWorkspace(join(folder, '.stainless/workspace.json'));
    if (found !== undefined) return found;
  }
  const usual = folders.flatMap((folder) => USUAL.map((name) => join(folder, name)));
  return (
    usual.find((path) => readIfAllowed(path) !== undefined) ??
    folders.map(inStatistics).find((one) => one !== undefined)
  );
}

/** `openapi_spec` of the file of a workspace. */
function inWorkspace(path: string): string | undefined {
  const value: unknown = loadJsonc().parse(readIfAllowed(path) ?? '');
  const named = isJsonObject(value) ? value['openapi_spec'] : undefined;
  if (typeof named !== 'string') return undefined;
  const folders = [dirname(path), dirname(dirname(path))];
  return folders.map((folder) => resolve(folder, named)).find((one) => readIfAllowed(one) !== undefined);
}

/** `openapi_spec_url` of `.stats.yml`, which each package made by Stainless has. */
function inStatistics(folder: string): string | undefined {
  const document = loadYaml().parseDocument(readIfAllowed(join(folder, '.stats.yml')) ?? '');
  const address: unknown = document.errors.length > 0 ? undefined : document.get('openapi_spec_url');
  return typeof address === 'string' && isAddress(address) ? address : undefined;
}
