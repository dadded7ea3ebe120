import type { FormattingOptions, JSONPath, ParseError } from 'jsonc-parser';
import { isJsonObject, readInner, toArray, type Json, type JsonObject } from '../../json.js';
import { loadJsonc } from '../../spec/read/libraries.js';

/** Entries that a package.json needs. */
export interface PackageJsonWants {
  readonly scripts?: Readonly<Record<string, string>>;
  /** Glob of generated packages; absent if they cannot be workspaces. */
  readonly workspace?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** The text of a package.json and its value. */
export interface PackageJson {
  readonly text: string;
  readonly value: JsonObject;
}

/** The reason why a package.json cannot be used, and its offset in the text. */
interface Unusable {
  readonly message: string;
  readonly offset: number;
}

/** Reads a package.json as strictly as npm does. */
export function readPackageJson(text: string): PackageJson | Unusable {
  const errors: ParseError[] = [];
  const bare = withoutMark(text);
  const { parseTree, printParseErrorCode } = loadJsonc();
  parseTree(bare, errors, { disallowComments: true });
  const [error] = errors;
  if (error !== undefined)
    return { message: `this is not JSON: ${printParseErrorCode(error.error)}`, offset: error.offset };
  const value: Json = JSON.parse(bare);
  if (!isJsonObject(value)) return { message: 'an object is expected', offset: 0 };
  for (const key of ['scripts', 'dependencies', 'devDependencies']) {
    const held = value[key];
    if (held !== undefined && !isJsonObject(held))
      return { message: `\`${key}\` must be an object`, offset: bare.indexOf(`"${key}"`) };
  }
  return { text, value };
}

function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** Returns a script of a project. */
export function findScript({ value }: PackageJson, name: string): Json | undefined {
  const scripts = readInner(value, 'scripts');
  return Object.hasOwn(scripts, name) ? scripts[name] : undefined;
}

/** The script `test` that `npm init` writes, which counts as absent. */
const NO_TESTS = /^echo "Error: no test specified"/;

/** Returns whether a project has a script; the `test` that `npm init` writes does not count. */
export function hasScript(json: PackageJson, name: string): boolean {
  const script = findScript(json, name);
  return script !== undefined && !(typeof script === 'string' && NO_TESTS.test(script));
}

/** Lists the globs of the workspaces of a project. */
export function listWorkspaceGlobs({ value }: PackageJson): readonly Json[] {
  const { workspaces } = value;
  const globs = isJsonObject(workspaces) ? workspaces['packages'] : workspaces;
  return toArray(globs);
}

/** Adds the missing entries to a package.json; the others, and its formatting, stay as they are. */
export function editPackageJson(json: PackageJson, wants: PackageJsonWants): string {
  const missing: [JSONPath, Json][] = Object.entries(wants.scripts ?? {})
    .filter(([name]) => !hasScript(json, name))
    .map(([name, script]) => [['scripts', name], script]);
  if (wants.workspace !== undefined && !listWorkspaceGlobs(json).includes(wants.workspace))
    missing.push([
      [
        ...(isJsonObject(json.value['workspaces']) ? ['workspaces', 'packages'] : ['workspaces']),
        listWorkspaceGlobs(json).length,
      ],
      wants.workspace,
    ]);
  for (const kind of ['dependencies', 'devDependencies'] as const)
    for (const [name, range] of Object.entries(wants[kind] ?? {}))
      if (!dependsOn(json, name)) missing.push([[kind, name], range]);
  const bare = withoutMark(json.text);
  const { applyEdits, modify } = loadJsonc();
  const formattingOptions = detectFormatting(bare);
  const text = missing.reduce(
    (edited, [path, value]) => applyEdits(edited, modify(edited, path, value, { formattingOptions })),
    bare,
  );
  return `${json.text === bare ? '' : '\uFEFF'}${text}`;
}

/** Returns whether a project has a package among its dependencies of any kind. */
export function dependsOn({ value }: PackageJson, name: string): boolean {
  const kinds = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
  return kinds.some((kind) => Object.hasOwn(readInner(value, kind), name));
}

/** Detects the indentation and the line ends of a text. */
function detectFormatting(text: string): FormattingOptions {
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}
