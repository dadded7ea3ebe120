import type { OwnModuleFile } from '../../api/behaviour/capabilities.js';
import { code, createTemplates, type Templates } from '../code/templates.js';
import { isDefault, options, pickOptions } from '../../options.js';
import { FIRST_RELEASE, FIRST_VERSION, type EmitContext } from '../emit-context.js';
import type { OutputFile, PlainFile } from '../source-file.js';
import { emitLlms, emitSkill } from './agent-pages.js';
import { emitApiPage } from './emit-api-page.js';
import { emitReadme } from './emit-readme.js';
import {
  hashCodecs,
  hashData,
  packDocument,
  publishedDocument,
  releasedDocument,
  printDocument,
} from './published-document.js';
import { usedCodecs } from '../own-packages.js';
import { neededPackages, oneLine, generatedSubpaths, packageJson, packageTsconfig } from './package-json.js';
import { hasLicenseText } from '../ownership.js';

/** Emits what makes the sources a package: package.json, README, api.md, licence, changelog, tsconfig and build.js. */
export function emitPackage(context: EmitContext): readonly OutputFile[] {
  const released = releasedDocument(context.api.document);
  const document = publishedDocument(released);
  const text = printDocument(document);
  const templates = createTemplates(context.assets.templates);
  // Builds any package, `@speccast/runtime` as well as this one.
  const script = context.assets.templates.get('package/build.js');
  if (script === undefined) throw new Error('templates/package/build.js is missing');
  return [
    ...(context.capabilities?.modules ?? []).map(({ name, file, text: own }): OutputFile => {
      return { kind: 'capability', path: toModulePath(name), file, text: own, exports: [] };
    }),
    jsonFile('package.json', packageJson(context)),
    jsonFile('tsconfig.json', packageTsconfig),
    textFile('build.js', script),
    ...(context.parts.includes('validators') ? [textFile('openapi.json', text)] : []),
    textFile('README.md', emitReadme(context, templates)),
    textFile('api.md', emitApiPage(context, templates)),
    ...(context.surfaces?.includes('agents') === true
      ? [textFile('SKILL.md', emitSkill(context, templates)), textFile('llms.txt', emitLlms(context, templates))]
      : []),
    ...(context.isReleased === true
      ? emitRelease(context, document === released ? text : printDocument(released))
      : []),
    ...emitLicense(context, templates),
  ];
}

/** Emits the changelog of a first release, and `released.json`, which the next release is compared with. */
function emitRelease(context: EmitContext, text: string): readonly PlainFile[] {
  const { api, settings, parts, surfaces = [], codecs = [], customExports: custom } = context;
  const version = settings?.version ?? FIRST_VERSION;
  const document = packDocument(text);
  const [data, needs] = [hashData(api.document), neededPackages({ parts, surfaces }, usedCodecs(api, codecs))];
  const values: Readonly<Record<string, unknown>> = { ...pickOptions(context) };
  const kept = Object.entries(options)
    .filter(([key, option]) => option.isReleased === true && !isDefault(option, values[key]))
    .map(([key]) => [key, values[key]] as const);
  const own = {
    ...(codecs.length > 0 && { codecs: hashCodecs(codecs) }),
    ...(custom !== undefined && { custom }),
  };
  return [
    textFile('CHANGELOG.md', `# Changelog\n\n## ${version}\n\n${FIRST_RELEASE}\n`),
    jsonFile('released.json', { version, document, data, needs, ...Object.fromEntries(kept), ...own }),
  ];
}

/** Emits the text of the licence where speccast has it. The file of any other licence is the maintainers' own, and stays as it is. */
function emitLicense({ packageName, settings = {} }: EmitContext, templates: Templates): readonly PlainFile[] {
  const { license, author } = settings;
  if (!hasLicenseText(license)) return [];
  const line = oneLine(author ?? '');
  // The name of an author, without address and page: `Ada <ada@example.com> (https://example.com)`.
  const holder = author === undefined ? `the authors of ${packageName}` : line.replace(/\s*[<(].*$/, '') || line;
  return [textFile('LICENSE', templates.render('package/license.hbs', { holder: code(holder) }))];
}

function jsonFile(path: string, value: unknown): PlainFile {
  return textFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

function textFile(path: string, text: string): PlainFile {
  return { kind: 'plain', path, text };
}

/** Lists the service's own modules whose names clash with a subpath, a file or a folder of the package. */
export function takenModules(context: EmitContext, files: readonly OutputFile[]): readonly OwnModuleFile[] {
  const { modules = [] } = context.capabilities ?? {};
  if (modules.length === 0 || context.output === 'source') return [];
  const subpaths = new Set(generatedSubpaths(context).map(([subpath]) => subpath));
  return modules.filter(({ name }) => {
    const [path, folder] = [toModulePath(name), toModulePath(name).replace('.ts', '/')];
    const isTwice = files.filter((file) => file.path === path).length > 1;
    return subpaths.has(`./${name}`) || isTwice || files.some((file) => file.path.startsWith(folder));
  });
}

function toModulePath(name: string): string {
  return `src/${name}.ts`;
}
