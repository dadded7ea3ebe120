// Builds `dist`: a module for each export and command, their shared code in `chunks`, and the types of both.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { rollup } from 'rollup';
import { parseAst } from 'rollup/parseAst';
import { dts } from 'rollup-plugin-dts';

// An import would first scan the whole file for its exports.
const ts = createRequire(import.meta.url)('typescript');

/** Folder of the compiled modules and their types before bundling. */
const modules = resolve('node_modules/.cache/modules');

/** Modules that stay separate, so that bundlers can leave them out as a whole, or that other build scripts include. */
const separate = [
  'control/console-app',
  'images/decode-image',
  'xml/parse-xml',
  'validators/attach-json-schema',
  'validators/calls',
  'values/sha256',
];

/** Warnings to ignore: cycles, modules that contain only types, and types that users cannot import by name. */
const harmless = ['CIRCULAR_DEPENDENCY', 'EMPTY_BUNDLE', 'PLUGIN_WARNING'];

/** Node types of plain data. Calls are not data, since they would lose the annotations that bundlers need. */
const data =
  /^(?:VariableDeclarat(?:ion|or)|(?:Object|Array|ArrowFunction|Unary)Expression|SpreadElement|Property|Literal|Identifier)$/;

/** Matches a comment, with the line if the comment fills it, but no annotation that bundlers need. */
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

/** Writes each module as JavaScript, and its types with their comments. Each needs only the text of its module, and `tsc` checks the types. */
function compile() {
  // Declarations need only computed names of the libraries, such as `Symbol.iterator`. The DOM libraries take long to read.
  const lib = options.lib.filter((path) => !path.startsWith('lib.dom'));
  const only = { noEmit: false, declaration: true, noCheck: true, noResolve: true, types: [], lib, outDir: modules };
  const program = ts.createProgram(fileNames, { ...options, ...only });
  const { diagnostics } = program.emit();
  if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, ts.createCompilerHost(options)));
}

/** Makes code shorter: indents it with tabs, and removes the spaces of data and all comments, which the types keep. */
function shorten(code) {
  let [text, at] = ['', 0];
  for (const { start, end, ...node } of parseAst(code).body) {
    // A template lists its texts before its expressions.
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

/** Changes the code between literals, which stay as they are. */
function edit({ code, nodes, start, end }, change) {
  let [text, at] = ['', start];
  for (const literal of nodes) {
    if (!/^(?:Literal|TemplateElement)$/.test(literal.type) || literal.start < at || literal.end > end) continue;
    text += change(code.slice(at, literal.start)) + code.slice(literal.start, literal.end);
    at = literal.end;
  }
  return text + change(code.slice(at, end));
}

/** Prints data without spaces. Lines break only before members of objects. */
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

/** Lists a node and all nodes in it. */
function nodesIn(value, found = []) {
  if (typeof value !== 'object' || value === null) return found;
  if (typeof value.type === 'string') found.push(value);
  for (const inner of Object.values(value)) nodesIn(inner, found);
  return found;
}

/** Replaces four spaces of indentation with a tab. */
function indent(code) {
  return code.replace(/^ +/gm, (spaces) => '\t'.repeat(spaces.length / 4) + ' '.repeat(spaces.length % 4));
}

/** Moves exports to their declarations and re-exports whole chunks, since lists of names are a tenth of a package. */
function shortenLists(_, chunks) {
  for (const entry of Object.values(chunks)) {
    const types = entry.fileName.endsWith('.d.ts');
    const code = exportInPlace(entry.code, types);
    entry.code = (types ? importWhole(code) : code).replace(
      /^export \{ (.*) \} from '(\..*)';$/gm,
      (list, names, from) => {
        const path = join(dirname(entry.fileName), types ? from.replace(/\.js$/, '.d.ts') : from);
        // Only a chunk whose exports are all exported here can be re-exported as a whole.
        if (!chunks[path]?.exports.every((name) => entry.exports.includes(name))) return list;
        const renamed = names.split(', ').filter((name) => name.includes(' as '));
        return (
          `export * from '${from}';` + (renamed.length > 0 ? `\nexport { ${renamed.join(', ')} } from '${from}';` : '')
        );
      },
    );
  }
}

/** Imports the types of a chunk as a namespace if many need other names: `Video as Video$1` → `$main.Video`. */
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
  // A file of types without any list would export all of its declarations, so an empty list stays.
  const others = [...names].filter((name) => !found.has(name));
  const rest = others.length > 0 || types ? `export { ${others.join(', ')} };\n`.replace('{  }', '{}') : '';
  return text.replace(list, '') + (names.size > 0 ? rest : '');
}

/** Moves directives to the start of a file, since they have no effect elsewhere: `/// <reference lib="…" />`. */
function startWithDirectives(code) {
  const directives = new Set(code.match(/^\/\/\/ <reference .*$/gm));
  return [...directives, code.replace(/^\/\/\/ <reference .*\n/gm, '')].join('\n');
}

/** Writes the modules that Node loads if an export needs an optional package. Their error lists the packages to install. */
function explain(code) {
  const written = [];
  // `@speccast/emulator@^0.1.2` → `@speccast/emulator@0.1`: the major version, or the minor version before 1.0.
  const packages = Object.entries({ ...peerDependencies, ...dependencies }).map(
    ([name, range]) => `${name}@${range.replace(/^\^(0\.\d+|\d+)\..*$/, '$1')}`,
  );
  for (const [subpath, { node, default: path }] of Object.entries(exports)) {
    if (node === undefined) continue;
    const { exports: exported } = code.find(({ fileName }) => path === `./dist/${fileName}`);
    const args = `'${name}${subpath.slice(1)}', ${JSON.stringify(packages)}, () => import('../${path.slice('./dist/'.length)}')`;
    mkdirSync(dirname(node.import), { recursive: true });
    writeFileSync(
      node.import,
      `import { explainImport } from '@speccast/runtime/node';\nexport const { ${exported.join(', ')} } = await explainImport(${args});\n`,
    );
    written.push(node.import.slice('./dist/'.length));
  }
  return written;
}

/** Removes files of earlier builds. Other files stay, so that programs that watch `dist` never find it empty. */
function removeOthers(written) {
  const kept = new Set(written.map((name) => join('dist', name)));
  for (const entry of readdirSync('dist', { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !kept.has(path)) rmSync(path);
  }
}

/** Bundles entries and their imports into few shared files, and returns these. Other packages stay imports. */
async function bundle(entries, end, plugin) {
  const resolveId = (id, from) =>
    from && id.startsWith('.') ? resolve(dirname(from), id.replace(/\.js$/, end)) : null;
  const load = (id) => (end === '.js' ? { code: readFileSync(id, 'utf8'), moduleSideEffects: isApart(id) } : null);
  const renderChunk = (code) => (end === '.js' ? shorten(code) : startWithDirectives(indent(code)));
  const { write } = await rollup({
    input: Object.fromEntries(entries.map((name) => [name, join(modules, `${name}${end}`)])),
    // `openapi.json` is outside `dist`, and all modules import it from there.
    external: (id) => (!id.startsWith('.') && !isAbsolute(id)) || id.endsWith('.json'),
    plugins: [{ name: 'modules', resolveId, load, renderChunk, generateBundle: shortenLists }, plugin],
    onLog: (_, log, handle) => harmless.includes(log.code) || handle('error', log),
  });
  const { output } = await write({
    dir: 'dist',
    entryFileNames: `[name]${end}`,
    manualChunks: (id, { getModuleInfo }) => {
      if (!isSharedWithMain(id, getModuleInfo, end)) return null;
      // A separate module stays a file, even if the main entry needs it.
      return isApart(id) ? id : 'main';
    },
    // All other chunks are named after the folder of their last module.
    chunkFileNames: ({ name, moduleIds }) => {
      const [folder] = relative(modules, moduleIds.at(-1)).split(sep);
      return `chunks/${name === 'main' ? name : basename(folder, end)}${end}`;
    },
    minifyInternalExports: false,
    importAttributesKey: 'with',
    // Bundlers that leave out an unused module can then leave out its imports, too.
    hoistTransitiveImports: false,
  });
  return output;
}

/** Returns true if the main entry and others need a module. Such modules become one file, since each import takes a millisecond. */
function isSharedWithMain(id, getModuleInfo, end) {
  const entries = new Set();
  // All importers of the module. The set grows during the loop.
  const known = new Set([id]);
  for (const one of known) {
    const { isEntry, importers, dynamicImporters } = getModuleInfo(one);
    if (isEntry || dynamicImporters.length > 0) entries.add(one);
    for (const importer of importers) known.add(importer);
  }
  return entries.size > 1 && entries.has(join(modules, `index${end}`));
}

/** Returns a truthy value if a module is separate. The value tells Rollup to leave out nothing of the module. */
function isApart(id) {
  return alone.some((name) => join(modules, `${name}.js`) === id) ? 'no-treeshake' : null;
}
