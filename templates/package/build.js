// Builds `dist`: a module for each export and command, what several of them need in `chunks`, and the types of all likewise.
import { transform } from 'esbuild';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
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
    end === '.ts' ? indent(await pack(code), 2, parseAst) : startWithDirectives(indent(code, 4));
  const { write } = await rollup({
    input: Object.fromEntries(entries.map((name) => [name, join(folder, `${name}${end}`)])),
    // The document stands beside `dist`, whatever imports it.
    external: (id) => (!id.startsWith('.') && !isAbsolute(id)) || id.endsWith('.json'),
    plugins: [{ name: 'sources', resolveId }, plugin, { name: 'text', renderChunk }],
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
