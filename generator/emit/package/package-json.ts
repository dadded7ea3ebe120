import type { Api } from '../../api/api.js';
import { takesMedia } from '../code/takes-media.js';
import { takesPictures } from '../code/takes-pictures.js';
import { DEFAULT_LICENSE, hasLicenseText } from '../license.js';
import type { PackageSettings } from '../package-settings.js';
import type { EmitContext } from '../source-file.js';

/** Subpaths of a package and the modules behind them. */
const SUBPATHS: readonly (readonly [subpath: string, module: string])[] = [
  ['.', 'index'],
  ['./operations', 'operations'],
  ['./validators', 'validators/index'],
  ['./validators/places', 'validators/issue-places'],
  ['./validators/json-schema', 'validators/json-schema'],
  ['./mocks', 'mocks/index'],
  ['./msw', 'mocks/msw'],
  ['./vitest', 'mocks/vitest'],
  ['./server', 'mocks/server'],
  ['./control', 'mocks/control'],
  ['./spec', 'spec'],
];

/** Subpath that a package has where operations take bytes. */
const NODE = ['./node', 'node'] as const;

/** Subpath that a package has where its spec brings checks. */
const CONFORMANCE = ['./conformance', 'conformance/index'] as const;

/** Subpath that a package has where the emulator draws thumbnails, and what is built into it. */
const IMAGES = ['./mocks/images', 'mocks/images'] as const;
const IMAGE_LIBRARIES = { icodec: '0.6.0', 'jpeg-js': '0.4.4', omggif: '1.0.10' } as const;

/** Who a package is by where its settings name nobody. */
export const DEFAULT_AUTHOR = 'speccast contributors';

const KEYWORDS: readonly string[] = ['openapi', 'typescript', 'client', 'validator', 'mock', 'emulator'];

/** What is published; npm adds LICENSE itself. */
const FILES: readonly string[] = ['dist', 'src', 'openapi.json', 'README.md', 'api.md', 'CHANGELOG.md'];

/** Where a package under another licence has that of the code which speccast copies into it. */
export const SPECCAST_LICENSE = 'LICENSE-speccast.txt';

/** Lowest version of Node that a package runs in: the first to `require()` modules without a flag. */
export const NODE_FLOOR = '20.19';

/** package.json of a generated package, as data. Of the spec only text goes in, and no name of a script or file. */
export function packageJson({ api, packageName, settings = {} }: EmitContext): object {
  const drawn = takesPictures(api);
  const subpaths = subpathsOf(api, drawn);
  return {
    name: packageName,
    version: settings.version ?? '0.1.0',
    description: `${oneLine(api.title)}: typed client, validators and a stateful emulator.`,
    license: settings.license ?? DEFAULT_LICENSE,
    author: oneLine(settings.author ?? DEFAULT_AUTHOR),
    ...links(settings),
    keywords: (settings.keywords ?? [...KEYWORDS, api.name]).map(oneLine),
    type: 'module',
    // Importing it makes JSON Schemas known; whoever does not ask for them gets none in a bundle.
    sideEffects: ['./dist/validators/json-schema.js'],
    engines: { node: `>=${NODE_FLOOR}` },
    exports: {
      ...Object.fromEntries(subpaths.map(([subpath, module]) => [subpath, exportOf(module)])),
      './openapi.json': './openapi.json',
      './package.json': './package.json',
    },
    bin: binaries(api, packageName),
    // The sources come along, though they are half of what gets installed: maps of types and code lead to them.
    files: [...FILES, ...(drawn ? ['THIRD-PARTY-LICENSES.md'] : []), ...licenseFiles(settings)],
    scripts: { build: 'tsc -p tsconfig.json && node build.js', prepack: 'npm run build' },
    peerDependencies: { msw: '^2.10.0 || ^3.0.0' },
    peerDependenciesMeta: { msw: { optional: true } },
    devDependencies: {
      '@types/node': '^20.19.0',
      esbuild: '>=0.25',
      // Exact, so that the licences that are published are those of what is built in.
      ...(drawn ? IMAGE_LIBRARIES : {}),
      msw: '^2.10.0',
      typescript: '>=5.9',
    },
    publishConfig: publishing(settings),
  };
}

function subpathsOf(api: Api, drawn: boolean): readonly (readonly [subpath: string, module: string])[] {
  return [
    ...SUBPATHS,
    ...(takesMedia(api) ? [NODE] : []),
    ...(drawn ? [IMAGES] : []),
    ...(hasChecks(api) ? [CONFORMANCE] : []),
  ];
}

function hasChecks({ extensions }: Api): boolean {
  return extensions['x-conformance'] !== undefined;
}

function binaries(api: Api, packageName: string): object {
  return {
    [binaryName(packageName)]: 'dist/mocks/bin.js',
    ...(hasChecks(api) ? { [binaryName(packageName, 'conformance')]: 'dist/conformance/bin.js' } : {}),
  };
}

/** Command of a package: `video-platform-mock` serves its emulator, `video-platform-conformance` runs its checks. */
export function binaryName(packageName: string, job: 'mock' | 'conformance' = 'mock'): string {
  return `${packageName.slice(packageName.lastIndexOf('/') + 1)}-${job}`;
}

function exportOf(module: string): object {
  return { types: `./dist/${module}.d.ts`, default: `./dist/${module}.js` };
}

function licenseFiles({ license }: PackageSettings): readonly string[] {
  return hasLicenseText(license) ? [] : [SPECCAST_LICENSE];
}

function links({ repository, directory, homepage, bugs }: PackageSettings): object {
  return {
    ...(repository === undefined
      ? {}
      : { repository: { type: 'git', url: oneLine(repository), ...(directory === undefined ? {} : { directory }) } }),
    ...(homepage === undefined ? {} : { homepage: oneLine(homepage) }),
    ...(bugs === undefined ? {} : { bugs: { url: oneLine(bugs) } }),
  };
}

/** A statement of provenance names a repository, so without one npm would refuse to publish. */
function publishing({ repository }: PackageSettings): object {
  return { access: 'public', ...(repository === undefined ? {} : { provenance: true }) };
}

/** A text without line ends; not every reader of a package.json takes half a surrogate pair. */
export function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .trim();
}
