// Builds `dist`: a module for each export and command, what several of them need in `chunks`, and the types of all likewise.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { rollup } from 'rollup';
import { parseAst } from 'rollup/parseAst';
import { dts } from 'rollup-plugin-dts';

// Imported, it would first be read through for the names that it exports.
const ts = createRequire(import.meta.url)('typescript');

/** Where each module is without types, and its types, before they are joined. */
const modules = resolve('node_modules/.cache/modules');

/** Modules that stay apart, so that bundlers can leave them out whole, or that code of others is built into. */
const separate = [
  'control/console-app',
  'images/decode-image',
  'xml/parse-xml',
  'validators/attach-json-schema',
  'validators/calls',
  'values/sha256',
];

/** What is no mistake: cycles, modules of types alone, and types that users cannot import by name. */
const harmless = ['CIRCULAR_DEPENDENCY', 'EMPTY_BUNDLE', 'PLUGIN_WARNING'];

/** Types of the nodes that data consists of: no calls, which would lose the marks that bundlers need. */
const data =
  /^(?:VariableDeclarat(?:ion|or)|(?:Object|Array|ArrowFunction|Unary)Expression|SpreadElement|Property|Literal|Identifier)$/;

/** A comment, with its line where it has one to itself; not a mark that bundlers need. */
const comment = /^[ \t]*(?:\/\/.*|\/\*(?! ?[@#]__)[^]*?\*\/[ \t]*)\n|[ \t]*\/\/.*$|\/\*(?! ?[@#]__)[^]*?\*\//gm;

const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
const { name, bin = {}, exports, dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const subpaths = Object.values(exports).flatMap(({ default: path = [] }) => path);
const names = [...subpaths, ...Object.values(bin)].map((path) => path.replace(/^(?:\.\/)?dist\/(.*)\.js$/, '$1'));
const alone = separate.filter((name) => existsSync(join(options.rootDir, `${name}.ts`)));

rmSync(modules, { recursive: true, force: true });
compile();
const code = await bundle([...names, ...alone], '.js');
const explained = explain(code);
const types = await bundle(names.slice(0, subpaths.length), '.d.ts', dts());
removeOthers([...[...code, ...types].map(({ fileName }) => fileName), ...explained]);

/** Writes each module without types, and its types with their comments, which its text alone tells. Whether they are right, `tsc` says. */
function compile() {
  // Of the libraries only names are asked that declarations compute, such as `Symbol.iterator`; those of the DOM take long to read.
  const lib = options.lib.filter((path) => !path.startsWith('lib.dom'));
  const only = { noEmit: false, declaration: true, noCheck: true, noResolve: true, types: [], lib, outDir: modules };
  const program = ts.createProgram(fileNames, { ...options, ...only });
  const { diagnostics } = program.emit();
  if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, ts.createCompilerHost(options)));
}

/** Makes code shorter: without comments, which the types have where they say something, indented by tabs, and data without blanks. */
function shorten(code) {
  let [text, at] = ['', 0];
  for (const { start, end, ...node } of parseAst(code).body) {
    // A template holds what is between its expressions before those.
    const nodes = nodesIn(node).sort((left, right) => left.start - right.start);
    const statement = { code, nodes, start, end };
    text +=
      thin(code.slice(at, start)) + (data.test(node.type) && isData(nodes) ? pack(statement) : edit(statement, thin));
    at = end;
  }
  return text + thin(code.slice(at));
}

function isData(nodes) {
  return nodes.every(({ type }) => data.test(type));
}

function thin(code) {
  return indent(code.replace(comment, ''));
}

/** Changes what is between literals, of which nothing may change. */
function edit({ code, nodes, start, end }, change) {
  let [text, at] = ['', start];
  for (const literal of nodes) {
    if (!/^(?:Literal|TemplateElement)$/.test(literal.type) || literal.start < at || literal.end > end) continue;
    text += change(code.slice(at, literal.start)) + code.slice(literal.start, literal.end);
    at = literal.end;
  }
  return text + change(code.slice(at, end));
}

/** Writes data without blanks, in lines that break before members of its objects. */
function pack({ code, nodes, start, end }) {
  const members = nodes.filter(({ type }) => type === 'Property').map((node) => node.start);
  const lines = [''];
  let at = start;
  for (const next of [...members, end]) {
    const part = edit({ code, nodes, start: at, end: next }, (gap) =>
      gap
        .replace(comment, '')
        .replace(/(?<!\w)\s+|\s+(?!\w)/g, '')
        .replace(/,(?=[}\]])/g, ''),
    );
    if (lines.at(-1).length < 80) lines.push(lines.pop() + part);
    else lines.push(part);
    at = next;
  }
  return lines.join('\n');
}

/** All nodes below one. */
function nodesIn(value, found = []) {
  if (typeof value !== 'object' || value === null) return found;
  if (typeof value.type === 'string') found.push(value);
  for (const inner of Object.values(value)) nodesIn(inner, found);
  return found;
}

/** Indents by tabs. */
function indent(code) {
  return code.replace(/^ +/gm, (spaces) => '\t'.repeat(spaces.length / 4) + ' '.repeat(spaces.length % 4));
}

/** Exports what is declared where it is declared, and all of a chunk at once: lists of names take a tenth of a package. */
function shortenLists(_, chunks) {
  for (const entry of Object.values(chunks)) {
    const types = entry.fileName.endsWith('.d.ts');
    const code = exportInPlace(entry.code, types);
    entry.code = (types ? importWhole(code) : code).replace(
      /^export \{ (.*) \} from '(\..*)';$/gm,
      (list, names, from) => {
        const path = join(dirname(entry.fileName), types ? from.replace(/\.js$/, '.d.ts') : from);
        // What the entry exports from elsewhere comes before what it exports by a star.
        if (!chunks[path]?.exports.every((name) => entry.exports.includes(name))) return list;
        const renamed = names.split(', ').filter((name) => name.includes(' as '));
        return (
          `export * from '${from}';` + (renamed.length > 0 ? `\nexport { ${renamed.join(', ')} } from '${from}';` : '')
        );
      },
    );
  }
}

/** Imports the types of a chunk as a whole where many would get other names: `$main.Video`, not a list of `Video as Video$1`. */
function importWhole(code) {
  const exported = code.match(/^export \{.*\};$/gm)?.join() ?? '';
  return [...code.matchAll(/^import \{ (.*) \} from ('\..*?(\w+)\.js');$/gm)].reduce(
    (text, [list, names, from, file]) => {
      const all = names.split(', ').map((name) => name.split(' as '));
      const renamed = new Map(all.flatMap(([name, own]) => (own && !exported.includes(own) ? [[own, name]] : [])));
      if (renamed.size < 10) return text;
      const others = all.filter(([, own]) => !renamed.has(own)).map((names) => names.join(' as '));
      const imports = [
        `import * as $${file} from ${from};`,
        others.length > 0 ? `import { ${others.join(', ')} } from ${from};` : [],
      ];
      return text
        .replace(list, () => imports.flat().join('\n'))
        .replace(/[\w$]+\$\d+\b/g, (name) => (renamed.has(name) ? `$${file}.${renamed.get(name)}` : name));
    },
    code,
  );
}

function exportInPlace(code, types) {
  const list = /^export (?:type )?\{ (.*) \};\n/gm;
  const names = new Set([...code.matchAll(list)].flatMap(([, names]) => names.split(', ')));
  const found = new Set();
  const declaration = /^(?:(?:declare|abstract|async) )*(?:function\*?|class|const|let|interface|type|enum) ([\w$]+)/gm;
  const text = code.replace(declaration, (start, name) => {
    if (!names.has(name)) return start;
    found.add(name);
    return `export ${start}`;
  });
  // Types need a list, be it empty: without one, all that is declared would be exported.
  const others = [...names].filter((name) => !found.has(name));
  const rest = others.length > 0 || types ? `export { ${others.join(', ')} };\n`.replace('{  }', '{}') : '';
  return text.replace(list, '') + (names.size > 0 ? rest : '');
}

/** Puts directives at the start of a file, where alone they count: `/// <reference lib="…" />`. */
function startWithDirectives(code) {
  const directives = new Set(code.match(/^\/\/\/ <reference .*$/gm));
  return [...directives, code.replace(/^\/\/\/ <reference .*\n/gm, '')].join('\n');
}

/** Writes what Node imports where an optional package may be missing: it says what to install, which a static import cannot. */
function explain(code) {
  const written = [];
  // `@speccast/emulator@0.1`: the major version, or what stands for it before the first one.
  const wanted = Object.entries({ ...peerDependencies, ...dependencies }).map(
    ([name, range]) => `${name}@${range.replace(/^\^(0\.\d+|\d+)\..*$/, '$1')}`,
  );
  for (const [subpath, { node, default: path }] of Object.entries(exports)) {
    if (node === undefined) continue;
    const { exports: exported } = code.find(({ fileName }) => path === `./dist/${fileName}`);
    const args = `'${name}${subpath.slice(1)}', ${JSON.stringify(wanted)}, () => import('../${path.slice('./dist/'.length)}')`;
    mkdirSync(dirname(node.import), { recursive: true });
    writeFileSync(
      node.import,
      `import { explainImport } from '@speccast/runtime/node';\nexport const { ${exported.join(', ')} } = await explainImport(${args});\n`,
    );
    written.push(node.import.slice('./dist/'.length));
  }
  return written;
}

/** Removes what an earlier build wrote and this one did not: whoever watches `dist` never finds it empty. */
function removeOthers(written) {
  const kept = new Set(written.map((name) => join('dist', name)));
  for (const entry of readdirSync('dist', { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !kept.has(path)) rmSync(path);
  }
}

/** Puts what some modules lead to into as few files as they can share, and gives them. What other packages export is imported. */
async function bundle(entries, end, plugin) {
  const resolveId = (id, from) =>
    from && id.startsWith('.') ? resolve(dirname(from), id.replace(/\.js$/, end)) : null;
  const load = (id) => (end === '.js' ? { code: readFileSync(id, 'utf8'), moduleSideEffects: isApart(id) } : null);
  const renderChunk = (code) => (end === '.js' ? shorten(code) : startWithDirectives(indent(code)));
  const { write } = await rollup({
    input: Object.fromEntries(entries.map((name) => [name, join(modules, `${name}${end}`)])),
    // The document stands beside `dist`, whatever imports it.
    external: (id) => (!id.startsWith('.') && !isAbsolute(id)) || id.endsWith('.json'),
    plugins: [{ name: 'modules', resolveId, load, renderChunk, generateBundle: shortenLists }, plugin],
    onLog: (_, log, handle) => harmless.includes(log.code) || handle('error', log),
  });
  const { output } = await write({
    dir: 'dist',
    entryFileNames: `[name]${end}`,
    manualChunks: (id, { getModuleInfo }) => {
      if (!isSharedWithMain(id, getModuleInfo, end)) return null;
      // A module that stays apart is a file of its own, also if the main entry needs it.
      return isApart(id) ? id : 'main';
    },
    // All others are named after the folder that their last module is in.
    chunkFileNames: ({ name, moduleIds }) => {
      const [folder] = relative(modules, moduleIds.at(-1)).split(sep);
      return `chunks/${name === 'main' ? name : basename(folder, end)}${end}`;
    },
    minifyInternalExports: false,
    importAttributesKey: 'with',
    // A bundler that leaves out a module of which nothing is used leaves out what that one imports, too.
    hoistTransitiveImports: false,
  });
  return output;
}

/** Whether the main entry needs a module, and others do, too: those are one file, because each costs a millisecond to import. */
function isSharedWithMain(id, infoOf, end) {
  const entries = new Set();
  // A set that grows while it is walked: all that lead to the module.
  const known = new Set([id]);
  for (const one of known) {
    const { isEntry, importers, dynamicImporters } = infoOf(one);
    if (isEntry || dynamicImporters.length > 0) entries.add(one);
    for (const importer of importers) known.add(importer);
  }
  return entries.size > 1 && entries.has(join(modules, `index${end}`));
}

/** Whether a module stays whole: Rollup then leaves out nothing of it. */
function isApart(id) {
  return alone.some((name) => join(modules, `${name}.js`) === id) ? 'no-treeshake' : null;
}
