import { compact } from '../../json.js';
import type { Api } from '../../api/api.js';
import type { OwnCodec } from '../../api/types/codec.js';
import { hasSignIn, takesMedia, takesPictures } from '../code/api-features.js';
import { TEMPORAL_TYPES, SPECCAST_RANGE } from '../code/imports.js';
import { joinWords } from '../../api/tools/sentence.js';
import { describePublishing, DEFAULT_LICENSE } from '../ownership.js';
import { CUSTOM, customSubpaths } from '../custom-code.js';
import { commandName, surfaceEntries } from '../surface-entries.js';
import { usedCodecs } from '../own-packages.js';
import { FIRST_VERSION, type EmitContext, type PackageSettings } from '../emit-context.js';
import type { Part } from '../../options.js';

/** A subpath of a package, and the module that it exports: `['./mocks', 'mocks/index']`. */
type Subpath = readonly [subpath: string, module: string];

/** Facts about each part of a package. */
const PARTS: Readonly<
  Record<
    Part,
    {
      /** Its subpaths, with the modules that they export. */
      readonly subpaths: Readonly<Record<string, string>>;
      /** Its keywords for searches on npm. */
      readonly keywords: readonly string[];
      /** Its words in the description of a package. */
      readonly phrase: string;
      /** Its words in the sentence about the contents of a package. */
      readonly contents: string;
    }
  >
> = {
  client: {
    subpaths: { './operations': 'operations' },
    keywords: ['client'],
    phrase: 'typed client',
    contents: 'a typed client of the service',
  },
  validators: {
    subpaths: {
      './validators': 'validators/index',
      './validators/positions': 'validators/issue-positions',
      // Deprecated: the name before 0.2.
      './validators/places': 'validators/issue-positions',
      './validators/json-schema': 'validators/json-schema',
    },
    keywords: ['validator'],
    phrase: 'validators',
    contents: 'validators for everything that goes in and out',
  },
  emulator: {
    subpaths: {
      './mocks': 'mocks/index',
      './msw': 'mocks/msw',
      './vitest': 'mocks/vitest',
      './jest': 'mocks/jest',
      './node-test': 'mocks/node-test',
      './playwright': 'mocks/playwright',
      './server': 'mocks/server',
      './control': 'mocks/control',
    },
    keywords: ['mock', 'emulator'],
    phrase: 'a stateful emulator',
    contents: 'a stateful emulator to test against',
  },
};

const dependencies = { '@speccast/runtime': SPECCAST_RANGE };

/** Packages that only the subpaths for tests need. */
const peerDependencies = { '@speccast/emulator': SPECCAST_RANGE, msw: '^2.10.0 || ^3.0.0' };

/** The package with the types of Temporal, which TypeScript has only from version 6 on. */
const TEMPORAL = { [TEMPORAL_TYPES]: '^0.3.0 || ^1.0.0' };

/** Returns the package with the types of Temporal, if a codec of the API decodes to one of them. */
function temporalTypes({ codecs = [] }: Api): Packages {
  return codecs.some(({ type }) => type.startsWith('Temporal.')) ? TEMPORAL : {};
}

/** Names of packages, and their versions as ranges of npm. */
type Packages = Readonly<Record<string, string>>;

/** Lists the packages that a package with these parts, surfaces and codecs needs: `{ '@speccast/runtime': '^0.1.0' }`. */
export function neededPackages(
  settings: Pick<EmitContext, 'parts' | 'surfaces'>,
  codecs: readonly Pick<OwnCodec, 'packages'>[] = [],
): Packages {
  return { ...dependencies, ...optionalPackages(settings), ...mergePackages(codecs) };
}

/** Lists the packages that only some subpaths need. */
function optionalPackages({ parts, surfaces }: Pick<EmitContext, 'parts' | 'surfaces'>): Packages {
  return { ...(parts.includes('emulator') && peerDependencies), ...surfaceEntries({ surfaces }).peers };
}

/** Lists the packages that the user's modules import. */
function mergePackages(modules: readonly { readonly packages?: Packages | undefined }[]): Packages {
  return Object.assign({}, ...modules.map(({ packages }) => packages));
}

/** Lists the peer dependencies: those of the user's codecs (`needed`), which every client needs, and optional ones. */
function listPeers(context: EmitContext, needed: Packages, own: Packages): object {
  const optional = { ...own, ...optionalPackages(context), ...temporalTypes(context.api) };
  const names = Object.keys(optional).filter((name) => !Object.hasOwn(needed, name));
  return withoutEmpty({
    peerDependencies: { ...optional, ...needed },
    peerDependenciesMeta: Object.fromEntries(names.map((name) => [name, { optional: true }])),
  });
}

/** Removes members that are empty objects. */
function withoutEmpty(members: Readonly<Record<string, object>>): object {
  return Object.fromEntries(Object.entries(members).filter(([, one]) => Object.keys(one).length > 0));
}

/** Lowest version of Node for a package: the first one that can `require()` ES modules without a flag. */
export const NODE_FLOOR = '20.19';

/** Builds package.json of a generated package. Only texts such as the description come from the spec, never scripts or paths. */
export function packageJson(context: EmitContext): object {
  const { api, packageName, parts, settings = {}, emitted = [], codecs = [] } = context;
  const { hasClient, hasValidators, hasEmulator } = partFlags(parts);
  const { publishConfig, ...publishing } = describePublishing(settings);
  const [optional, needed] = [mergePackages(emitted), mergePackages(usedCodecs(api, codecs))];
  const keywords = ['openapi', 'typescript', ...parts.flatMap((part) => PARTS[part].keywords), api.name];
  const phrases = parts.map((part) => PARTS[part].phrase);
  return compact({
    name: packageName,
    version: settings.version ?? FIRST_VERSION,
    ...publishing,
    // For example "Pet store: typed client, validators and a stateful emulator."
    description: `${oneLine(api.title)}: ${joinWords(phrases, 'and')}.`,
    license: settings.license ?? DEFAULT_LICENSE,
    author: settings.author && oneLine(settings.author),
    ...repositoryLinks(settings),
    keywords: (settings.keywords ?? keywords).map(oneLine),
    type: 'module',
    // Its import registers JSON Schemas, so bundlers must not drop it. A bundle contains it only if the application imports it.
    sideEffects: hasValidators ? ['./dist/validators/json-schema.js'] : false,
    engines: { node: `>=${NODE_FLOOR}` },
    exports: {
      ...Object.fromEntries(listSubpaths(context).map(([subpath, module]) => [subpath, toExport(module)])),
      ...(hasValidators && { './openapi.json': './openapi.json' }),
      './package.json': './package.json',
    },
    // The client loads the validators by this name if its option `validate` is set.
    imports: hasClient && hasValidators ? { '#validators': './dist/validators/index.js' } : undefined,
    ...withoutEmpty({ bin: listBinaries(context) }),
    files: publishedFiles(context),
    scripts: { build: 'node build.js', prepack: 'npm run build' },
    dependencies,
    ...listPeers(context, needed, optional),
    devDependencies: {
      ...(hasEmulator && { '@speccast/emulator': SPECCAST_RANGE }),
      ...temporalTypes(api),
      ...surfaceEntries(context).peers,
      ...optional,
      ...needed,
      '@types/node': '^20.19.0',
      rollup: '^4.40.0',
      'rollup-plugin-dts': '^6.5.1',
      // TypeScript 7 has no API for programs, which the build needs.
      typescript: '>=5.9 <7',
    },
    publishConfig,
  });
}

/** Returns the flags of a package's parts for templates: `{ hasClient: true, … }`. */
export function partFlags(parts: readonly Part[]): Readonly<Record<`has${Capitalize<Part>}`, boolean>> {
  const has = (part: Part): boolean => parts.includes(part);
  return { hasClient: has('client'), hasValidators: has('validators'), hasEmulator: has('emulator') };
}

/** Prints the contents of a package as a sentence. */
export function describeContents(parts: readonly Part[]): string {
  const all = parts.map((part) => PARTS[part].contents);
  const list = all.length < 3 ? all.join(' and ') : `${all.slice(0, -1).join(', ')}, and ${all.at(-1)}`;
  return `${list.charAt(0).toUpperCase()}${list.slice(1)}.`;
}

/** Lists the published files. npm adds LICENSE itself. `api.md` is not published, since the types and the document have the same content. */
function publishedFiles({ parts, surfaces, emitted = [] }: EmitContext): readonly string[] {
  const own = emitted.filter(({ isModule }) => isModule !== true).map(({ path }) => path);
  const document = parts.includes('validators') ? ['openapi.json'] : [];
  const forAgents = surfaces?.includes('agents') ? ['SKILL.md', 'llms.txt'] : [];
  return ['dist', ...document, 'README.md', ...forAgents, 'CHANGELOG.md', ...own];
}

/** Lists the subpaths that two modules of a package have. */
export function repeatedSubpaths(context: EmitContext): readonly string[] {
  const all = listSubpaths(context).map(([subpath]) => subpath);
  return [...new Set(all.filter((subpath, index) => all.indexOf(subpath) < index))];
}

function listSubpaths(context: EmitContext): readonly Subpath[] {
  const { capabilities, emitted = [] } = context;
  const custom = customSubpaths(context).map((name) => `${CUSTOM}/${name}`);
  const own = [...(capabilities?.modules ?? []).map(({ name }) => name), ...custom];
  return [
    ...generatedSubpaths(context),
    ...own.map((name): Subpath => [`./${name}`, name]),
    ...emitted.flatMap(({ path, subpath }): readonly Subpath[] =>
      subpath === undefined ? [] : [[subpath, path.replace(/^src\/|\.ts$/g, '')]],
    ),
  ];
}

/** Lists the subpaths of a package without those of the user's own modules. */
export function generatedSubpaths({ api, parts, surfaces }: EmitContext): readonly Subpath[] {
  const { hasClient, hasValidators, hasEmulator } = partFlags(parts);
  const hasParameters = api.operations.some((one) => one.parameters.length > 0);
  return Object.entries(
    compact({
      '.': 'index',
      ...Object.assign({}, ...parts.map((part) => PARTS[part].subpaths)),
      ...Object.fromEntries(surfaceEntries({ surfaces }).subpaths),
      './spec': hasValidators ? 'spec' : undefined,
      './validators/strings': hasValidators && hasParameters ? 'validators/strings' : undefined,
      './node': hasClient && takesMedia(api) ? 'node' : undefined,
      './sign-in': hasClient && hasSignIn(api) ? 'sign-in' : undefined,
      './webhooks': api.webhooks && 'webhooks',
      './mocks/images': hasEmulator && takesPictures(api) ? 'mocks/images' : undefined,
      './conformance': hasEmulator && hasChecks(api) ? 'conformance/index' : undefined,
    }),
  );
}

function hasChecks({ extensions }: Api): boolean {
  return extensions['x-conformance'] !== undefined;
}

/** Lists the commands of a package, and their modules. */
function listBinaries(context: EmitContext): Readonly<Record<string, string>> {
  const { api, parts, packageName } = context;
  const own = Object.entries(surfaceEntries(context).commands).map(
    ([suffix, module]) => [`${commandName(packageName)}${suffix}`, `dist/${module}.js`] as const,
  );
  return {
    ...Object.fromEntries(own),
    ...(parts.includes('emulator') && {
      [binaryName(packageName)]: 'dist/mocks/bin.js',
      ...(hasChecks(api) && { [binaryName(packageName, 'conformance')]: 'dist/conformance/bin.js' }),
    }),
  };
}

/** Names a command of a package: `pet-store-mock` serves its emulator, `pet-store-conformance` runs its checks. */
export function binaryName(packageName: string, job: 'mock' | 'conformance' = 'mock'): string {
  return `${commandName(packageName)}-${job}`;
}

/**
 * Returns the export of a module. If it needs an optional package, Node imports it through a module in `dist/explained` that explains how to
 * install the package. `require()` cannot use that module, which has a top-level `await`, and bundlers, which use the condition `module`,
 * report missing packages themselves.
 */
function toExport(module: string): object {
  const [types, path] = [`./dist/${module}.d.ts`, `./dist/${module}.js`];
  if (!/^(?:mocks|conformance|mcp)\//.test(module)) return { types, default: path };
  const name = module.replace(/^mocks\/(?!index$)/, '').replace(/\/index$/, '');
  return { types, module: path, node: { import: `./dist/explained/${name}.js` }, default: path };
}

function repositoryLinks({ repository, directory, homepage, bugs }: PackageSettings): object {
  return compact({
    repository: repository === undefined ? undefined : compact({ type: 'git', url: oneLine(repository), directory }),
    homepage: homepage && oneLine(homepage),
    bugs: bugs === undefined ? undefined : { url: oneLine(bugs) },
  });
}

/** Puts a text on one line. Replaces lone surrogates, which some tools reject in package.json. */
export function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .trim();
}

/** The content of tsconfig.json in a generated package, with the strictest options of TypeScript. */
export const packageTsconfig: object = {
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    types: ['node'],
    rootDir: 'src',
    // This configuration only checks types; `build.js` builds the published files.
    declaration: true,
    noEmit: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    noImplicitOverride: true,
    noFallthroughCasesInSwitch: true,
    verbatimModuleSyntax: true,
    isolatedDeclarations: true,
    skipLibCheck: true,
  },
  include: ['src'],
};
