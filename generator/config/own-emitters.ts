import { posix, sep } from 'node:path';
import { locateStart, type Position } from '../diagnostics.js';
import { lintTemplate } from '../emit/code/templates.js';
import type { OwnTemplate } from '../emit/emit-context.js';
import {
  listCandidatePaths,
  type EmitterConfig,
  type EmitterFile,
  type EmitterModule,
} from '../emit/emitter-module.js';
import { didYouMean } from '../spec/suggest.js';
import { describeMissing, type FileReader, type TemplatesConfig } from './own-code.js';

/** Reads the modules of emitters, with what they import by relative paths. */
export function readEmitterModules(emitters: readonly EmitterConfig[], reader: FileReader): readonly EmitterModule[] {
  const { read, nameFile, diagnostics } = reader;
  return emitters.map((emitter) => {
    const root = emitter.path.split(sep).join('/');
    const files = new Map<string, EmitterFile>();
    visit(root);
    if (!files.has(root)) diagnostics.error('invalid-emitter', describeMissing(reader, emitter.path), emitter.at);
    return { ...emitter, files };

    function visit(path: string): boolean {
      if (files.has(path)) return true;
      const text = read(path);
      if (text === undefined) return false;
      files.set(path, { file: nameFile(path), text: text.replace(/^\uFEFF/, '') });
      // A regular expression may also match in comments: that reads a file too many, which does no harm.
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
  /** Texts of speccast's templates by name. */
  readonly known: ReadonlyMap<string, string>;
}

/** Reads templates of the user. Reports a name that no template of speccast has, and templates that could write unescaped text. */
export function readTemplateFiles(
  { folder, files = {}, at }: TemplatesConfig,
  reader: TemplateReader,
): ReadonlyMap<string, OwnTemplate> {
  const { read, list, nameFile, known, diagnostics } = reader;
  const reject = (message: string, where: Position): void => diagnostics.error('invalid-template', message, where);
  const listed = folder === undefined ? [] : list(folder).filter((path) => path.endsWith('.hbs'));
  const named = [
    ...listed.map((name) => ({ name, path: `${folder}/${name}`, at: locateStart(nameFile(`${folder}/${name}`)) })),
    ...Object.entries(files).map(([name, file]) => ({ name, ...file })),
  ];
  if (named.length === 0) reject('this folder has no templates, which are files that end in .hbs', at);
  const own = new Map<string, OwnTemplate>();
  for (const { name, path, at: where } of named) {
    const text = read(path);
    const file = nameFile(path);
    if (!known.has(name))
      reject(`there is no template ${JSON.stringify(name)}${didYouMean(name, known.keys())}`, where);
    else if (text === undefined) reject(describeMissing(reader, path), where);
    else {
      const mistake = findMistake(name, text, known);
      if (mistake !== undefined) reject(mistake.message, { file, line: mistake.line, column: 1 });
      own.set(name, { text, file });
    }
  }
  return own;
}

function findMistake(
  name: string,
  text: string,
  known: ReadonlyMap<string, string>,
): { readonly message: string; readonly line: number } | undefined {
  try {
    const missing = lintTemplate(name, text).partials.find((partial) => !known.has(`${partial}.hbs`));
    if (missing === undefined) return undefined;
    return { message: `this renders the template ${JSON.stringify(`${missing}.hbs`)}, which does not exist`, line: 1 };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [, parsed] = /^Parse error on line (\d+):/.exec(message) ?? [];
    if (parsed !== undefined) return { message: 'this is not a template of Handlebars', line: Number(parsed) };
    const [, line = '1', reason = message] = /^templates\/[^:]+:(\d+): ([^]*)$/.exec(message) ?? [];
    return { message: reason, line: Number(line) };
  }
}
