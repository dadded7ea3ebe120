// Builds `dist`: a module for each export and command, what several of them need in `chunks`, and the types of all likewise.
import { transform } from 'esbuild';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import { rollup } from 'rollup';
import { parseAst } from 'rollup/parseAst';
import { dts } from 'rollup-plugin-dts';
import ts from 'typescript';

/** Where the types of each module are before they are joined. */
const types = 'node_modules/.cache/types';

/** Modules that stay apart, so that bundlers can leave them out whole, or that code of others is built into. */
const separate = ['images/decode-image', 'validators/attach-json-schema', 'validators/calls'];

/** What is no mistake: cycles, modules of types alone, and types that users cannot import by name. */
const harmless = ['CIRCULAR_DEPENDENCY', 'EMPTY_BUNDLE', 'PLUGIN_WARNING'];

/** Types of the nodes that data consists of: no calls, which would lose the marks that bundlers need. */
const data =
  /^(?:VariableDeclarat(?:ion|or)|(?:Object|Array|ArrowFunction|Unary)Expression|Property|Literal|Identifier)$/;

const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
const { name, bin = {}, exports, dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const subpaths = Object.values(exports).flatMap(({ default: path = [] }) => path);
const names = [...subpaths, ...Object.values(bin)].map((path) => path.replace(/^(?:\.\/)?dist\/(.*)\.js$/, '$1'));
const alone = separate.filter((name) => existsSync(join(options.rootDir, `${name}.ts`)));

rmSync('dist', { recursive: true, force: true });
rmSync(types, { recursive: true, force: true });
const code = { name: 'code', transform: compile };
explain(await bundle([...names, ...alone], { folder: options.rootDir, end: '.ts', plugin: code }));
declare();
await bundle(names.slice(0, subpaths.length), { folder: resolve(types), end: '.d.ts', plugin: dts() });

/** A module without types and comments, but with the marks that bundlers need. */
async function compile(text, sourcefile) {
  const supported = { 'import-attributes': true };
  const { code } = await transform(text, {
    loader: 'ts',
    target: 'es2022',
    format: 'esm',
    supported,
    sourcefile,
    tsconfigRaw: config,
  });
  const stays = separate.some((name) => resolve(options.rootDir, `${name}.ts`) === sourcefile);
  // esbuild keeps the comments of methods, which the types have as well.
  return { code: withoutDocs(code), map: null, moduleSideEffects: stays ? 'no-treeshake' : null };
}

function withoutDocs(code) {
  return code.replace(/^ *\/\*\*(?:.*\*\/\n|\n(?: *\*.*\n)+)/gm, '');
}

/** Writes constants that are nothing but data without blanks. */
async function pack(code) {
  const isData = (node) => nodesIn(node).every(({ type }) => data.test(type));
  const pieces = [];
  let at = 0;
  for (const { start, end } of parseAst(code).body.filter(isData)) {
    const packed = transform(code.slice(start, end), { minifyWhitespace: true });
    pieces.push(
      code.slice(at, start),
      packed.then((written) => fold(written.code.trimEnd())),
    );
    at = end;
  }
  return [...(await Promise.all(pieces)), code.slice(at)].join('');
}

/** Breaks a long line of data before members of its objects. */
function fold(line) {
  let [lines, at] = ['', 0];
  for (const { type, start } of nodesIn(parseAst(line))) {
    if (type !== 'Property' || start - at < 80) continue;
    lines += `${line.slice(at, start)}\n`;
    at = start;
  }
  return lines + line.slice(at);
}

/** A node and those in it, in the order in which they begin. */
function nodesIn(value) {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(nodesIn);
  return typeof value.type === 'string' ? [value, ...inner] : inner;
}

/** Indents by tabs, which takes less; what is within a template literal stays. */
function indent(code, width, parse) {
  const literals = [];
  JSON.stringify(parse?.(code), (_, node) => {
    if (node?.type === 'TemplateElement') literals.push(node);
    return typeof node === 'bigint' ? null : node;
  });
  return code.replace(/^ +/gm, (spaces, at) => {
    if (literals.some(({ start, end }) => start <= at && at < end)) return spaces;
    return '\t'.repeat(spaces.length / width) + ' '.repeat(spaces.length % width);
  });
}

/** Exports types where they are declared, which takes less than a list of their names. */
function exportInPlace(code) {
  const declared = /^(?:declare (?:const|function|(?:abstract )?class) |interface |type )([\w$]+)/gm;
  const own = new Set([...code.matchAll(declared)].map(([, name]) => name));
  const names = new Set(namesIn(code, /^export (?:type )?{ (.*) };$/gm).filter((name) => own.has(name)));
  return unlist(code, names).replace(declared, (start, name) => (names.has(name) ? `export ${start}` : start));
}

/** Names in the lists of a file of types; what has another name outside is none. */
function namesIn(code, lists) {
  return [...code.matchAll(lists)].flatMap(([, names]) => names.split(', ').filter((name) => !name.includes(' ')));
}

/** A file of types without some names in its lists of exports, which keep apart what is not exported. */
function unlist(code, names) {
  return code.replace(/^(export (?:type )?){ (.*) };$/gm, (_, start, list) => {
    const others = list.split(', ').filter((name) => !names.has(name));
    return others.length === 0 ? 'export {};' : `${start}{ ${others.join(', ')} };`;
  });
}

/** Exports all of another file at once where each of its names is listed. */
function exportAll(code, { exports }, specifier) {
  const from = ` } from '${specifier}';`;
  const [imported = '', reexport] = ['import {', 'export {'].map((start) =>
    code.split('\n').find((line) => line.startsWith(start) && line.endsWith(from)),
  );
  if (reexport === undefined) return code;
  const known = namesIn(imported, /{ (.*) }/g);
  const listed = namesIn(code, /^export (?:type )?{ (.*) };$/gm).filter((name) => known.includes(name));
  const names = new Set([...namesIn(reexport, /{ (.*) }/g), ...listed]);
  if (!exports.every((name) => names.has(name))) return code;
  const renamed = reexport
    .slice('export { '.length, -from.length)
    .split(', ')
    .filter((name) => name.includes(' '));
  const others = renamed.length === 0 ? '' : `\nexport { ${renamed.join(', ')}${from}`;
  return unlist(code, names).replace(reexport, () => `export * from '${specifier}';${others}`);
}

/** Imports all of the file that most types come from as `T`, where that takes less than a list of their names. */
function importWhole(code) {
  const [line, list, specifier] = [...code.matchAll(/^import \{ (.*) \} from '(\.[^']*)';$/gm)]
    .toSorted(([one], [other]) => other.length - one.length)
    .at(0) ?? [''];
  const file = ts.createSourceFile('types.d.ts', code, ts.ScriptTarget.Latest, true);
  const found = identifiersIn(file);
  if (line === '' || found.some(({ text }) => text === 'T')) return code;
  const names = new Map(list.split(', ').map((name) => name.split(' as ').toReversed()));
  const apart = new Set(found.filter((one) => !namesType(one)).map(({ text }) => text));
  const uses = found.filter((one) => names.has(one.text) && !apart.has(one.text) && namesType(one));
  const rest = list.split(', ').filter((name) => apart.has(name.split(' as ').at(-1)));
  let [text, at] = ['', 0];
  for (const use of uses) {
    text += `${code.slice(at, use.getStart(file))}T.${names.get(use.text) ?? use.text}`;
    at = use.end;
  }
  const kept = rest.length === 0 ? '' : `\nimport { ${rest.join(', ')} } from '${specifier}';`;
  const whole = (text + code.slice(at)).replace(line, () => `import * as T from '${specifier}';${kept}`);
  return whole.length < code.length ? whole : code;
}

function identifiersIn(node) {
  if (ts.isImportDeclaration(node)) return [];
  if (ts.isIdentifier(node)) return [node];
  const found = [];
  ts.forEachChild(node, (inner) => void found.push(...identifiersIn(inner)));
  return found;
}

/** Whether an identifier is the name of a type where one is used. */
function namesType({ parent }) {
  return ts.isTypeReferenceNode(parent) || ts.isExpressionWithTypeArguments(parent);
}

/** Puts directives at the start of a file, where alone they count: `/// <reference lib="…" />`. */
function startWithDirectives(code) {
  const directives = new Set(code.match(/^\/\/\/ <reference .*$/gm));
  return [...directives, code.replace(/^\/\/\/ <reference .*\n/gm, '')].join('\n');
}

/** Writes what Node imports where an optional package may be missing: it says what to install, which a static import cannot. */
function explain(modules) {
  // `@speccast/emulator@0.1`: the major version, or what stands for it before the first one.
  const wanted = Object.entries({ ...peerDependencies, ...dependencies }).map(
    ([name, range]) => `${name}@${range.replace(/^\^(0\.\d+|\d+)\..*$/, '$1')}`,
  );
  for (const [subpath, { node, default: path }] of Object.entries(exports)) {
    if (node === undefined) continue;
    const { exports: exported } = modules.find(({ fileName }) => path === `./dist/${fileName}`);
    const args = `'${name}${subpath.slice(1)}', ${JSON.stringify(wanted)}, () => import('../${path.slice('./dist/'.length)}')`;
    mkdirSync(dirname(node.import), { recursive: true });
    writeFileSync(
      node.import,
      `import { explainImport } from '@speccast/runtime/node';\nexport const { ${exported.join(', ')} } = await explainImport(${args});\n`,
    );
  }
}

/** Writes the types of each module with their comments, which its text alone tells. Whether they are right, `tsc` says. */
function declare() {
  const only = { noEmit: false, declaration: true, emitDeclarationOnly: true, noCheck: true, noResolve: true };
  const program = ts.createProgram(fileNames, { ...options, ...only, types: [], outDir: types });
  const { diagnostics } = program.emit();
  if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, ts.createCompilerHost(options)));
}

/** Puts what some modules lead to into as few files as they can share, and gives them. What other packages export is imported. */
async function bundle(entries, { folder, end, plugin }) {
  const written = end === '.ts' ? '.js' : end;
  const resolveId = (id, from) =>
    from && id.startsWith('.') ? resolve(dirname(from), id.replace(/\.js$/, end)) : null;
  // esbuild indents by two spaces, TypeScript by four.
  const renderChunk = async (code) =>
    end === '.ts' ? indent(await pack(code), 2, parseAst) : startWithDirectives(exportInPlace(indent(code, 4)));
  const generateBundle = (_, bundle) => {
    for (const file of Object.values(bundle)) {
      for (const other of file.imports.filter((name) => Object.hasOwn(bundle, name))) {
        const specifier = posix.relative(posix.dirname(file.fileName), other).replace(/^(?!\.)/, './');
        file.code = exportAll(file.code, bundle[other], specifier.replace(end, '.js'));
      }
      if (end !== '.ts') file.code = importWhole(file.code);
    }
  };
  const { write } = await rollup({
    input: Object.fromEntries(entries.map((name) => [name, join(folder, `${name}${end}`)])),
    // The document stands beside `dist`, whatever imports it.
    external: (id) => (!id.startsWith('.') && !isAbsolute(id)) || id.endsWith('.json'),
    plugins: [{ name: 'sources', resolveId }, plugin, { name: 'text', renderChunk, generateBundle }],
    onLog: (_, log, handle) => harmless.includes(log.code) || handle('error', log),
  });
  const { output } = await write({
    dir: 'dist',
    entryFileNames: `[name]${written}`,
    // Named after the folder that its last module is in.
    chunkFileNames: ({ moduleIds }) => {
      const [name] = relative(folder, moduleIds.at(-1)).split(sep);
      return `chunks/${basename(name, end)}${written}`;
    },
    minifyInternalExports: false,
    importAttributesKey: 'with',
    // A bundler that leaves out a module of which nothing is used leaves out what that one imports, too.
    hoistTransitiveImports: false,
  });
  return output;
}
