import { posix, sep } from 'node:path';
import { locateStart, type Diagnostics } from '../diagnostics.js';
import { lintTemplate } from '../emit/code/templates.js';
import type { OwnTemplate } from '../emit/emit-context.js';
import {
  listCandidatePaths,
  type EmitterConfig,
  type EmitterFile,
  type EmitterModule,
} from '../emit/emitter-module.js';
import { didYouMean } from '../spec/suggest.js';
import type { FileReader, TemplatesConfig } from './own-code.js';

/** Reads the modules of emitters, with what they import by relative paths. */
export function readEmitterModules(
  emitters: readonly EmitterConfig[],
  { read, nameOf, diagnostics }: FileReader,
): readonly EmitterModule[] {
  return emitters.map((emitter) => {
    const root = emitter.path.split(sep).join('/');
    const files = new Map<string, EmitterFile>();
    visit(root);
    if (!files.has(root))
      diagnostics.error('invalid-emitter', `${nameOf(emitter.path)} is not there or may not be read`, emitter.at);
    return { ...emitter, files };

    function visit(path: string): boolean {
      if (files.has(path)) return true;
      const text = read(path);
      if (text === undefined) return false;
      files.set(path, { file: nameOf(path), text: text.replace(/^\uFEFF/, '') });
      // Relative imports by their looks: one too many only makes another file count.
      for (const [, specifier = ''] of text.matchAll(/\b(?:from|import)\s*\(?\s*['"](\.[^'"\n]+)['"]/g))
        listCandidatePaths(posix.join(posix.dirname(path), specifier)).some(visit);
      return true;
    }
  });
}

/** Access to the files of own templates. */
export interface TemplateReader extends FileReader {
  /** Files below a folder, by their paths from there. */
  readonly list: (folder: string) => readonly string[];
  /** The templates that there are, by name. */
  readonly known: ReadonlyMap<string, string>;
}

/** Reads templates of the user's own. Reports one that replaces none of speccast, or that could write unescaped text. */
export function readTemplateFiles(
  { folder, files = {}, at }: TemplatesConfig,
  { read, list, nameOf, known, diagnostics }: TemplateReader,
): ReadonlyMap<string, OwnTemplate> {
  const listed = folder === undefined ? [] : list(folder).filter((path) => path.endsWith('.hbs'));
  const named = [
    ...listed.map((name) => ({ name, path: `${folder}/${name}`, at: locateStart(nameOf(`${folder}/${name}`)) })),
    ...Object.entries(files).map(([name, file]) => ({ name, ...file })),
  ];
  if (named.length === 0) diagnostics.error('invalid-template', 'there are no templates, files that end in .hbs', at);
  const own = new Map<string, OwnTemplate>();
  for (const one of named) {
    const text = read(one.path);
    const file = nameOf(one.path);
    if (!known.has(one.name))
      diagnostics.error(
        'invalid-template',
        `there is no template ${JSON.stringify(one.name)}${didYouMean(one.name, known.keys())}`,
        one.at,
      );
    else if (text === undefined)
      diagnostics.error('invalid-template', `${file} is not there or may not be read`, one.at);
    else {
      check({ name: one.name, file, text }, known, diagnostics);
      own.set(one.name, { text, file });
    }
  }
  return own;
}

function check(
  { name, file, text }: OwnTemplate & { readonly name: string },
  known: ReadonlyMap<string, string>,
  diagnostics: Diagnostics,
): void {
  const reject = (line: number, message: string): void =>
    diagnostics.error('invalid-template', message, { file, line, column: 1 });
  try {
    const { partials } = lintTemplate(name, text);
    const missing = partials.find((partial) => !known.has(`${partial}.hbs`));
    if (missing !== undefined) reject(1, `there is no template ${JSON.stringify(`${missing}.hbs`)} to render in it`);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [, line = '1', reason = message] = /^templates\/[^:]+:(\d+): ([^]*)$/.exec(message) ?? [];
    const [, parsed] = /^Parse error on line (\d+):/.exec(message) ?? [];
    if (parsed === undefined) reject(Number(line), reason);
    else reject(Number(parsed), 'this is no template of Handlebars');
  }
}
