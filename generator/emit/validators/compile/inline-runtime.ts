import { reachable } from '../../../iterables.js';

/** One declaration of the runtime, with its doc comment. */
interface Declaration {
  readonly name: string;
  readonly text: string;
}

/** The validators' runtime, to be copied into a file that imports nothing. */
export interface RuntimeLibrary {
  /** Every name it declares. */
  readonly names: readonly string[];
  /** Source text of the declarations that some names need, in the order of the files. */
  inline(names: Iterable<string>): string;
}

/** Reads the runtime's files by path; private names that two files share are told apart by a number. */
export function readRuntimeLibrary(files: ReadonlyMap<string, string>): RuntimeLibrary {
  const taken = new Set<string>();
  const all = [...files.values()].flatMap((text) => rename(splitDeclarations(text), taken));
  const declarations = new Map(all.map((one) => [one.name, one]));
  return { names: [...declarations.keys()], inline: (names) => inline(names, declarations) };
}

const start = /^(?:export )?(?:async )?(?:const|function|interface|type|class) ([A-Za-z_$][\w$]*)/;

/** Prettier leaves every declaration at the start of a line, under its doc comment. */
function splitDeclarations(text: string): readonly Declaration[] {
  const lines = text.replace(/^import [^;]*;\n/gm, '').split('\n');
  const chunks: string[][] = [];
  for (const [index, line] of lines.entries()) {
    const opens = line.startsWith('/**') || (start.test(line) && !(lines[index - 1] ?? '').endsWith('*/'));
    if (opens || chunks.length === 0) chunks.push([]);
    chunks.at(-1)?.push(line);
  }
  return chunks.flatMap((chunk) => {
    const name = chunk.map((line) => start.exec(line)?.[1]).find((one) => one !== undefined);
    const own = chunk
      .join('\n')
      .trimEnd()
      .replace(/^export (?=(?:async )?(?:const|function))/m, '');
    return name === undefined ? [] : [{ name, text: own }];
  });
}

function rename(declarations: readonly Declaration[], taken: Set<string>): readonly Declaration[] {
  const clashes = new Map<string, string>();
  for (const { name } of declarations) {
    if (taken.has(name)) clashes.set(name, free(name, taken));
    taken.add(clashes.get(name) ?? name);
  }
  return declarations.map(({ name, text }) => ({
    name: clashes.get(name) ?? name,
    text: replaceNames(text, clashes),
  }));
}

function free(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number += 1) if (!taken.has(`${name}${number}`)) return `${name}${number}`;
}

function replaceNames(text: string, clashes: ReadonlyMap<string, string>): string {
  if (clashes.size === 0) return text;
  return text.replace(/(?<![\w$.'"])[A-Za-z_$][\w$]*/g, (name) => clashes.get(name) ?? name);
}

function inline(names: Iterable<string>, declarations: ReadonlyMap<string, Declaration>): string {
  const needed = new Set(reachable(names, (name) => namesIn(declarations.get(name)?.text ?? '')));
  const texts = [...declarations.values()].filter(({ name }) => needed.has(name)).map(({ text }) => text);
  return texts.join('\n\n');
}

/** Names that a declaration mentions, apart from its own, those in comments and strings, after a dot and before a colon. */
function namesIn(text: string): readonly string[] {
  const inert = text.replace(/\/\*[^]*?\*\/|'(?:[^'\\\n]|\\.)*'/g, '');
  const bound = new Set(
    [...inert.matchAll(/^ +const (\w+|\{[^}]*\}|\[[^\]]*\]) = /gm)].flatMap(([, names = '']) => wordsIn(names)),
  );
  return wordsIn(inert).filter((name) => !bound.has(name));
}

function wordsIn(text: string): readonly string[] {
  return text.match(/(?<=\bcase )[A-Za-z_$][\w$]*|(?<![\w$.]|\?\.)[A-Za-z_$][\w$]*(?![\w$]|\??:)/g) ?? [];
}
