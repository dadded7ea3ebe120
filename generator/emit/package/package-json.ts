import { takesMedia } from '../code/takes-media.js';
import type { EmitContext, PackageSettings } from '../source-file.js';

/** Subpaths of a package and the modules behind them. */
const SUBPATHS: readonly (readonly [subpath: string, module: string])[] = [
  ['.', 'index'],
  ['./operations', 'operations'],
  ['./validators', 'validators/index'],
  ['./validators/places', 'validators/issue-places'],
  ['./validators/json-schema', 'validators/json-schema'],
  ['./mocks', 'mocks/index'],
  ['./msw', 'mocks/msw'],
  ['./server', 'mocks/server'],
  ['./spec', 'spec/index'],
];

/** Subpath that a package has where operations take bytes. */
const NODE = ['./node', 'node'] as const;

/** package.json of a generated package, as data. Of the spec only text goes in, and no name of a script or file. */
export function packageJson({ api, packageName, settings = {} }: EmitContext): object {
  const subpaths = takesMedia(api) ? [...SUBPATHS, NODE] : SUBPATHS;
  return {
    name: packageName,
    version: settings.version ?? '0.1.0',
    description: `${oneLine(api.title)}: typed client, validators and a stateful emulator.`,
    license: 'MIT',
    author: 'speccast contributors',
    ...links(settings),
    keywords: ['openapi', 'typescript', 'client', 'validator', 'mock', 'emulator', api.name],
    type: 'module',
    // Importing it makes JSON Schemas known; whoever does not ask for it gets none in a bundle.
    sideEffects: ['./dist/validators/json-schema.js'],
    engines: { node: '>=20.19' },
    exports: {
      ...Object.fromEntries(subpaths.map(([subpath, module]) => [subpath, exportOf(module)])),
      './openapi.json': './dist/openapi.json',
      './package.json': './package.json',
    },
    bin: { [binaryName(packageName)]: 'dist/mocks/bin.js' },
    // The sources and api.md are in the repository: they would be most of what gets installed.
    files: ['dist', 'README.md', 'CHANGELOG.md'],
    scripts: { build: 'tsc -p tsconfig.json && node build.js', prepack: 'npm run build' },
    peerDependencies: { msw: '^2.10.0 || ^3.0.0' },
    peerDependenciesMeta: { msw: { optional: true } },
    devDependencies: { '@types/node': '^20.19.0', esbuild: '>=0.25', msw: '^2.10.0', typescript: '>=5.8' },
    publishConfig: { access: 'public' },
  };
}

/** Command that serves the emulator of a package: `video-platform-mock`. */
export function binaryName(packageName: string): string {
  return `${packageName.slice(packageName.lastIndexOf('/') + 1)}-mock`;
}

function exportOf(module: string): object {
  return { types: `./dist/${module}.d.ts`, default: `./dist/${module}.js` };
}

function links({ repository, directory, homepage, bugs }: PackageSettings): object {
  return {
    ...(repository === undefined
      ? {}
      : { repository: { type: 'git', url: repository, ...(directory === undefined ? {} : { directory }) } }),
    ...(homepage === undefined ? {} : { homepage }),
    ...(bugs === undefined ? {} : { bugs: { url: bugs } }),
  };
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
