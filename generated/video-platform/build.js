// Builds `dist` from `src`: the types with their comments, as far as an export leads to them, most in one module; the code
// without comments; maps of both to the sources, which are published beside them, and the document without line breaks. Run by
// `npm run build`, after `tsc`.
import { transformSync } from 'esbuild';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Where `tsc` leaves the types of all modules. */
const types = 'node_modules/.cache/types';

/** Lines of a module of types, as `tsc` prints them. */
const imported = /^import (?:type )?\{ ([^}]+?),? \} from ["'](\.[^"']*)\.js["'];$/;
const declared = /^(?:export )?(?:declare )?(?:abstract )?(?:type|interface|class|const|function|enum) ([^\s<(:=;{]+)/;
const inside = /^(?:[ \t})\]&|]|\/\*\*|$)/;

/** Digits of the numbers in maps. */
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

// A module that the spec no longer gives rise to must not be published.
rmSync('dist', { recursive: true, force: true });
const sources = pathsBelow('src').filter((path) => !path.endsWith('.d.ts')).map((path) => `src/${path}`);
writeCode(sources);
writeTypes();
writeFileSync('dist/openapi.json', JSON.stringify(JSON.parse(readFileSync('openapi.json', 'utf8'))));

function pathsBelow(folder) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return paths.filter((path) => path.endsWith('.ts')).map((path) => path.replaceAll('\\', '/'));
}

/** A module a source, as it reads in stack traces: bundlers of users take those that a program reaches, and make them small. */
function writeCode(paths) {
  const { compilerOptions } = JSON.parse(readFileSync('tsconfig.json', 'utf8'));
  const shared = { loader: 'ts', format: 'esm', sourcemap: 'external', sourcesContent: false, tsconfigRaw: { compilerOptions } };
  for (const path of paths) {
    const { code, map } = transformSync(readFileSync(path, 'utf8'), { ...shared, sourcefile: path });
    const written = path.replace(/^src/, 'dist').replace(/ts$/, 'js');
    // Of a module of types nothing is left that could be mapped.
    write(written, code === '' ? '' : `${code}//# sourceMappingURL=${posix.basename(written)}.map\n`);
    if (code !== '') writeMap(written, map, path);
  }
}

/** A map holds no source of its own: it names the one that is published. */
function writeMap(path, text, source) {
  const { version, names, mappings } = JSON.parse(text);
  const sources = [posix.relative(posix.dirname(path), source)];
  write(`${path}.map`, JSON.stringify({ version, file: posix.basename(path), sources, names, mappings }));
}

function write(path, text) {
  mkdirSync(posix.dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** A compiler opens one file faster than hundreds: types that the first entry leads to are joined, in one module without a name. */
function writeTypes() {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
  const entries = Object.values(exports).flatMap(({ types = [] }) => types).map((path) => posix.relative('dist', path));
  const modules = modulesFrom(entries);
  const joined = joinable(modulesFrom(entries.slice(0, 1)), [...modules.values()]);
  for (const [path, lines] of modules) {
    if (joined.has(path)) continue;
    write(`dist/${path}`, lines.map((line) => redirect(line, path, joined)).join('\n'));
    writeMap(`dist/${path}`, readFileSync(join(types, `${path}.map`), 'utf8'), sourceOf(path));
  }
  if (joined.size > 0) writeJoined(joined);
}

function sourceOf(path) {
  return `src/${path.replace(/d\.ts$/, 'ts')}`;
}

/** The lines of all modules of types that some lead to, by path. */
function modulesFrom(entries) {
  const known = new Set(pathsBelow(types));
  const modules = new Map(entries.map((path) => [path, []]));
  // What is added while a map is gone through comes up, too.
  for (const path of modules.keys()) {
    const text = readFileSync(join(types, path), 'utf8');
    modules.set(path, text.split('\n'));
    for (const [, specifier] of text.matchAll(/["'](\.[^"'\s]*)\.js["']/g)) {
      const other = targetOf(path, specifier);
      if (known.has(other) && !modules.has(other)) modules.set(other, []);
    }
  }
  return modules;
}

function targetOf(path, specifier) {
  return posix.join(posix.dirname(path), `${specifier}.d.ts`);
}

/** Modules that hold declarations alone, whose names mean the same in all of them. The others stay as they are. */
function joinable(modules, all) {
  // No line of imports says what these lead to.
  if (all.flat().some((line) => /\bimport\(["']\./.test(line))) return new Map();
  const simple = [...modules].filter(([, lines]) => lines.every(isSimple));
  const joined = new Map(simple.sort(([left], [right]) => (left < right ? -1 : 1)));
  for (let before = -1; before !== joined.size; ) {
    before = joined.size;
    const places = new Map();
    for (const [path, lines] of joined) {
      for (const [name, place] of meanings(path, lines)) places.set(name, (places.get(name) ?? new Set()).add(place));
    }
    for (const [path, lines] of joined) {
      if (meanings(path, lines).some(([name]) => places.get(name).size > 1)) joined.delete(path);
    }
  }
  return joined;
}

function isSimple(line) {
  return inside.test(line) || declared.test(line) || leaves(line) || (imported.test(line) && !/[{,] (?:type )?\S+ as /.test(line));
}

/** Whether a line is left out of what is joined, which is a module anyway. */
function leaves(line) {
  return line === 'export {};' || line.startsWith('//# sourceMappingURL=');
}

/** Each name that a module declares or imports, and the module that it comes from. */
function meanings(path, lines) {
  return lines.flatMap((line) => {
    const [, names, specifier] = imported.exec(line) ?? [];
    if (names !== undefined) return namesOf(names).map((name) => [name, targetOf(path, specifier)]);
    const [, name] = declared.exec(line) ?? [];
    return name === undefined ? [] : [[name, path]];
  });
}

function namesOf(text) {
  return text.split(',').map((name) => name.trim().replace(/^type /, ''));
}

/** A line of a module that stays, which imports from what was joined instead. */
function redirect(line, path, joined) {
  return line.replace(/^((?:import|export) .* from ["'])(\.[^"']*)\.js(["'];)$/, (whole, before, specifier, after) =>
    joined.has(targetOf(path, specifier)) ? `${before}${specifierOf(posix.dirname(path), 'declarations')}${after}` : whole,
  );
}

function specifierOf(folder, path) {
  const relative = posix.relative(folder, `${path}.js`);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

/** Writes one module of many, and one map that leads to the sources of all of them. */
function writeJoined(joined) {
  const lines = importsOf(joined).map((text) => ({ text, segments: [] }));
  [...joined].forEach(([path, texts], source) => {
    const segments = segmentsOf(JSON.parse(readFileSync(join(types, `${path}.map`), 'utf8')).mappings, source);
    const kept = texts.map((text, index) => ({ text, segments: segments[index] ?? [] }));
    lines.push(...kept.filter(({ text }) => text !== '' && !imported.test(text) && !leaves(text)));
  });
  write('dist/declarations.d.ts', [...lines.map(({ text }) => text), 'export {};', '//# sourceMappingURL=declarations.d.ts.map', ''].join('\n'));
  const sources = [...joined.keys()].map((path) => `../${sourceOf(path)}`);
  const mappings = mappingsOf(lines.map(({ segments }) => segments));
  write('dist/declarations.d.ts.map', JSON.stringify({ version: 3, file: 'declarations.d.ts', sources, names: [], mappings }));
}

/** Imports of what was not joined, one for each module that it comes from. */
function importsOf(joined) {
  const found = new Map();
  for (const [name, from] of [...joined].flatMap(([path, lines]) => meanings(path, lines))) {
    if (!joined.has(from)) found.set(from, (found.get(from) ?? new Set()).add(name));
  }
  return [...found].map(([from, names]) => `import { ${[...names].join(', ')} } from '${specifierOf('', from.replace(/\.d\.ts$/, ''))}';`);
}

/** What a map says of each line: the column, the source, and the line and column there. */
function segmentsOf(mappings, source) {
  let [line, column] = [0, 0];
  return mappings.split(';').map((text) => {
    let start = 0;
    return text.split(',').flatMap((segment) => {
      const [moved, , lines, columns] = numbersOf(segment);
      if (lines === undefined) return [];
      [start, line, column] = [start + moved, line + lines, column + columns];
      return [[start, source, line, column]];
    });
  });
}

/** The opposite: everything but the column of a line is told by what it differs from before. */
function mappingsOf(lines) {
  let before = [0, 0, 0, 0];
  const print = (segment) => {
    const text = segment.map((number, index) => digitsOf(number - before[index])).join('');
    before = segment;
    return text;
  };
  return lines
    .map((segments) => {
      before = [0, ...before.slice(1)];
      return segments.map(print).join(',');
    })
    .join(';');
}

/** Numbers as maps write them: five bits a digit, the lowest first, of which the first is the sign. */
function numbersOf(text) {
  const numbers = [];
  let [number, bits] = [0, 0];
  for (const digit of text) {
    const value = digits.indexOf(digit);
    number += (value % 32) << bits;
    bits += 5;
    if (value >= 32) continue;
    numbers.push(number % 2 === 1 ? -(number >> 1) : number >> 1);
    [number, bits] = [0, 0];
  }
  return numbers;
}

function digitsOf(number) {
  let rest = number < 0 ? -number * 2 + 1 : number * 2;
  let text = '';
  for (; rest >= 32; rest = rest >> 5) text += digits[(rest % 32) + 32];
  return text + digits[rest];
}
