import { listPresent } from '../../iterables.js';
import { code, render } from '../code/templates.js';
import type { OwnModuleFile } from '../../api/behaviour/capabilities.js';
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

/** Emits the files of a package beside its modules: package.json, README, api.md, licence, changelog, tsconfig and build.js. */
export function emitPackage(context: EmitContext): readonly OutputFile[] {
  const { api, assets, capabilities, isReleased, parts, surfaces } = context;
  const released = releasedDocument(api.document);
  const document = publishedDocument(released);
  const text = printDocument(document);
  // The script is the same for every package, also for `@speccast/runtime`.
  const script = assets.templates.get('package/build.js');
  if (script === undefined) throw new Error('templates/package/build.js is missing');
  const modules = (capabilities?.modules ?? []).map(({ name, file, text: own }): OutputFile => {
    return { kind: 'capability', path: toModulePath(name), file, text: own, exports: [] };
  });
  const hasAgents = surfaces?.includes('agents') === true;
  return listPresent([
    ...modules,
    jsonFile('package.json', packageJson(context)),
    jsonFile('tsconfig.json', packageTsconfig),
    textFile('build.js', script),
    parts.includes('validators') && textFile('openapi.json', text),
    textFile('README.md', emitReadme(context)),
    textFile('api.md', emitApiPage(context)),
    hasAgents && textFile('SKILL.md', emitSkill(context)),
    hasAgents && textFile('llms.txt', emitLlms(context)),
    ...(isReleased === true ? emitRelease(context, document === released ? text : printDocument(released)) : []),
    ...emitLicense(context),
  ]);
}

/** Emits the changelog of a first release, and `released.json`, with which the next release is compared. */
function emitRelease(context: EmitContext, text: string): readonly PlainFile[] {
  const { api, settings, codecs = [], customExports: custom } = context;
  const version = settings?.version ?? FIRST_VERSION;
  const values: Readonly<Record<string, unknown>> = { ...pickOptions(context) };
  const kept = Object.entries(options)
    .filter(([key, option]) => option.isReleased === true && !isDefault(option, values[key]))
    .map(([key]) => [key, values[key]] as const);
  return [
    textFile('CHANGELOG.md', `# Changelog\n\n## ${version}\n\n${FIRST_RELEASE}\n`),
    jsonFile('released.json', {
      version,
      document: packDocument(text),
      data: hashData(api.document),
      needs: neededPackages(context, usedCodecs(api, codecs)),
      ...Object.fromEntries(kept),
      codecs: codecs.length > 0 ? hashCodecs(codecs) : undefined,
      custom,
    }),
  ];
}

/** Emits the text of the licence if speccast has it. The file of any other licence belongs to the maintainers and is not changed. */
function emitLicense(context: EmitContext): readonly PlainFile[] {
  const { license, author } = context.settings ?? {};
  if (!hasLicenseText(license)) return [];
  const line = oneLine(author ?? '');
  // The author's name alone: `Ada <ada@example.com> (https://example.com)` → `Ada`.
  const own = line.replace(/\s*[<(].*$/, '') || line;
  const holder = author === undefined ? `the authors of ${context.packageName}` : own;
  return [textFile('LICENSE', render(context, 'package/license.hbs', { holder: code(holder) }))];
}

function jsonFile(path: string, value: unknown): PlainFile {
  return textFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

function textFile(path: string, text: string): PlainFile {
  return { kind: 'plain', path, text };
}

/** Lists the user's modules whose names collide with a subpath, a file or a folder of the package. */
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
