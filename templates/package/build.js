// Builds `dist`: a module for each export and command, what several of them need in `chunks`, and the types of all likewise.
import { transform } from 'esbuild';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { rollup } from 'rollup';
import { parseAst } from 'rollup/parseAst';
import { dts } from 'rollup-plugin-dts';
import ts from 'typescript';

/** Where the types of each module are before they are joined. */
const types = 'node_modules/.cache/types';

/** Modules that stay apart, so that bundlers can leave them out whole, or that code of others is built into. */
const separate = ['images/decode-image', 'validators/attach-json-schema', 'validators/calls'];

/** How modules of the runtime begin whose types users meet: what is said of others is for those who work on the code. */
const shown = [
  ...['node', 'parts', 'report-types', 'validators/issue-places', 'validators/lenient', 'validators/validator'],
  ...[
    'api-',
    'auth',
    'base-client',
    'call-feature',
    'core',
    'download',
    'either',
    'errors',
    'etag',
    'is-error',
    'join',
  ],
  ...['media', 'oauth', 'options', 'page-', 'paging', 'quota', 'report', 'resumable/upload', 'revalidate', 'share'],
  ...['stream', 'token-error', 'upload', 'validate-options', 'validation-error', 'with-headers'],
].flatMap((name) => [name, `client/${name}`]);

/** What is no mistake: cycles, modules of types alone, and types that users cannot import by name. */
const harmless = ['CIRCULAR_DEPENDENCY', 'EMPTY_BUNDLE', 'PLUGIN_WARNING'];

const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
const { bin = {}, exports, name } = JSON.parse(readFileSync('package.json', 'utf8'));
const subpaths = Object.values(exports).flatMap(({ default: path = [] }) => path);
const names = [...subpaths, ...Object.values(bin)].map((path) => path.replace(/^(?:\.\/)?dist\/(.*)\.js$/, '$1'));
const alone = separate.filter((name) => existsSync(join(options.rootDir, `${name}.ts`)));

rmSync('dist', { recursive: true, force: true });
rmSync(types, { recursive: true, force: true });
await bundle([...names, ...alone], {
  folder: options.rootDir,
  end: '.ts',
  plugin: { name: 'code', transform: compile },
});
declare();
await bundle(names.slice(0, subpaths.length), { folder: resolve(types), end: '.d.ts', plugin: dts() });

/** A module without types and comments, but with the marks that bundlers need. */
async function compile(text, sourcefile) {
  const supported = { 'import-attributes': true };
  const { code } = await transform(text, {
    loader: 'ts',
    target: 'es2022',
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

/** Puts directives at the start of a file, where alone they count: `/// <reference lib="…" />`. */
function startWithDirectives(code) {
  const directives = new Set(code.match(/^\/\/\/ <reference .*$/gm));
  return [...directives, code.replace(/^\/\/\/ <reference .*\n/gm, '')].join('\n');
}

/** Writes the types of each module with their comments, which its text alone tells. Whether they are right, `tsc` says. */
function declare() {
  const only = { noEmit: false, declaration: true, emitDeclarationOnly: true, noCheck: true, noResolve: true };
  const program = ts.createProgram(fileNames, { ...options, ...only, types: [], outDir: types });
  const isShown = (file) =>
    name !== '@speccast/runtime' || shown.some((start) => relative(types, file).startsWith(start));
  const write = (file, text) => ts.sys.writeFile(file, isShown(file) ? text : withoutDocs(text));
  const { diagnostics } = program.emit(undefined, write);
  if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, ts.createCompilerHost(options)));
}

/** Puts what some modules lead to into as few files as they can share. What other packages export is imported. */
async function bundle(entries, { folder, end, plugin }) {
  const written = end === '.ts' ? '.js' : end;
  const resolveId = (id, from) =>
    from && id.startsWith('.') ? resolve(dirname(from), id.replace(/\.js$/, end)) : null;
  // esbuild indents by two spaces, TypeScript by four.
  const renderChunk = (code) => (end === '.ts' ? indent(code, 2, parseAst) : startWithDirectives(indent(code, 4)));
  const { write } = await rollup({
    input: Object.fromEntries(entries.map((name) => [name, join(folder, `${name}${end}`)])),
    // The document stands beside `dist`, whatever imports it.
    external: (id) => (!id.startsWith('.') && !isAbsolute(id)) || id.endsWith('.json'),
    plugins: [{ name: 'sources', resolveId }, plugin, { name: 'indent', renderChunk }],
    onLog: (_, log, handle) => harmless.includes(log.code) || handle('error', log),
  });
  await write({
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
}
