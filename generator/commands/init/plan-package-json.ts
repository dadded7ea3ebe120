import type { PackageManager } from '../package-manager.js';
import type { OpenedProject } from './open-project.js';
import type { Asked, Runner } from './asked.js';
import { hasScript, findScript, type PackageJson, type PackageJsonWants } from './package-json.js';
import { readOwn } from './read-template.js';

/** Entries that the package.json of a project needs. */
type ProjectWants = PackageJsonWants & Required<Pick<PackageJsonWants, 'scripts'>>;

/** The scripts of a project, and what it depends on, with a service; what it has stays as it is. */
export function planPackageJson(
  { manager }: OpenedProject,
  asked: Asked,
  { json, runner }: { readonly json: PackageJson; readonly runner: Runner },
): ProjectWants {
  const { service, packageName, output, parts } = asked;
  const isSource = output === 'source';
  const hasEmulator = parts.includes('emulator');
  const isTested = hasEmulator && parts.includes('client') && (runner === 'vitest' || !isSource);
  return {
    scripts: {
      generate: 'speccast generate',
      check: 'speccast generate --check',
      ...(!isSource && { build: 'speccast generate && speccast build', ...planInstallScript(manager, json) }),
      ...(isTested && { test: runner === 'vitest' ? 'vitest run' : 'node --test test/*.test.mjs' }),
      ...(hasEmulator && { [mockScript(json, service)]: `speccast mock ${service}` }),
    },
    ...(isSource && { dependencies: findVersions(['@speccast/runtime']) }),
    ...(!isSource &&
      manager.workspaceRange !== undefined && { dependencies: { [packageName]: manager.workspaceRange } }),
    devDependencies: findVersions([
      ...(hasEmulator ? ['@speccast/emulator'] : []),
      'speccast',
      ...(isSource ? [] : ['typescript']),
    ]),
  };
}

/** The script that builds when the project is installed; `postinstall` of a project that is published would run at its users'. */
function planInstallScript(
  { installScript }: PackageManager,
  { value }: PackageJson,
): Readonly<Record<string, string>> {
  return installScript === 'prepare' || value['private'] === true ? { [installScript]: 'speccast build' } : {};
}

/** The script that starts the emulator: that of a second service is named after it. */
function mockScript(json: PackageJson, service: string): string {
  const mock = findScript(json, 'mock');
  const isOther = hasScript(json, 'mock') && typeof mock === 'string' && mock.startsWith('speccast mock ');
  return isOther && mock !== `speccast mock ${service}` ? `mock:${service}` : 'mock';
}

/** The fields of speccast's own package.json that are read. */
type Manifest = { readonly version: string } & Readonly<
  Record<'dependencies' | 'devDependencies', Record<string, string>>
>;

/** Packages in the versions that this speccast was tested with, itself among them. */
function findVersions(names: readonly string[]): Readonly<Record<string, string>> {
  const { version, dependencies, devDependencies }: Manifest = JSON.parse(readOwn('package.json'));
  const known: Readonly<Record<string, string>> = { ...devDependencies, ...dependencies, speccast: `^${version}` };
  return Object.fromEntries(names.map((name) => [name, known[name] ?? '*']));
}
