import type { OwnModuleFile } from '../../api/behaviour/capabilities.js';
import { code, createTemplates, type Templates } from '../code/templates.js';
import { hasLicenseText } from '../license.js';
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

/** Emits what makes the sources a package: package.json, README, api.md, licence, changelog, tsconfig and build.js. */
export function emitPackage(context: EmitContext): readonly OutputFile[] {
  const released = releasedDocument(context.api.document);
  const document = publishedDocument(released);
  const text = printDocument(document);
  const templates = createTemplates(context.assets.templates);
  return [
    ...emitModules(context),
    jsonFile('package.json', packageJson(context)),
    jsonFile('tsconfig.json', packageTsconfig),
    textFile('build.js', buildScript(context)),
    ...(context.parts.includes('validators') ? [textFile('openapi.json', text)] : []),
    textFile('README.md', emitReadme(context, templates)),
    textFile('api.md', emitApiPage(context, templates)),
    ...(context.surfaces?.includes('agents') === true ? emitAgentPages(context, templates) : []),
    ...(context.isReleased === true
      ? emitRelease(context, document === released ? text : printDocument(released))
      : []),
    ...licenses(context, templates),
  ];
}

/** What programs read that write programs. */
function emitAgentPages(context: EmitContext, templates: Templates): readonly PlainFile[] {
  return [textFile('SKILL.md', emitSkill(context, templates)), textFile('llms.txt', emitLlms(context, templates))];
}

/** What a release leaves: its changelog, and what the next one is compared with. */
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

/** The script that builds any package, `@speccast/runtime` as well as this one. */
function buildScript({ assets }: EmitContext): string {
  const script = assets.templates.get('package/build.js');
  if (script === undefined) throw new Error('templates/package/build.js is missing');
  return script;
}

/** The text of the licence where it is ours to write; that of another one is a file of the maintainers, which stays as they made it. */
function licenses({ packageName, settings = {} }: EmitContext, templates: Templates): readonly PlainFile[] {
  const { license, author } = settings;
  if (!hasLicenseText(license)) return [];
  const holder = author === undefined ? `the authors of ${packageName}` : readHolder(author);
  return [textFile('LICENSE', templates.render('package/license.hbs', { holder: code(holder) }))];
}

/** Name of an author, without address and page. */
function readHolder(author: string): string {
  const line = oneLine(author);
  return line.replace(/\s*[<(].*$/, '') || line;
}

function jsonFile(path: string, value: unknown): PlainFile {
  return textFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

function textFile(path: string, text: string): PlainFile {
  return { kind: 'plain', path, text };
}

/** Emits the modules of the service's own that its package exports, as they were written. */
function emitModules({ capabilities }: EmitContext): readonly OutputFile[] {
  const { modules = [] } = capabilities ?? {};
  return modules.map(({ name, file, text }) => ({
    kind: 'capability',
    path: toModulePath(name),
    file,
    text,
    exports: [],
  }));
}

/** The modules of the service's own whose names a subpath, a file or a folder of the package has already. */
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
