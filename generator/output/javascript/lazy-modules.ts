import { posix } from 'node:path';
import type { OutputFile } from '../../emit/source-file.js';
import type { TextFile } from '../text-file.js';

/** A module of validators that is loaded when one of them is called, and the names of its validators that other modules import. */
export interface LazyModule {
  /** `validators/videos`. */
  readonly module: string;
  readonly names: ReadonlySet<string>;
}

/** Folder of the placeholder modules, which are imported in place of lazy modules. */
const FOLDER = 'later';

/** Path of the module that loads lazy modules, from the folder of the code. */
export const LOADER: string = `${FOLDER}/loader.js`;

/** Lists the modules of validators that files of a package import and that are not among the files themselves, with the imported names. */
export function lazyModules(
  files: readonly OutputFile[],
  sources: Pick<ReadonlyMap<string, OutputFile>, 'has'>,
): readonly LazyModule[] {
  const found = new Map<string, Set<string>>();
  for (const file of files) {
    for (const { module, name, typeOnly } of file.kind === 'source' ? file.imports : []) {
      if (typeOnly || !module.startsWith('validators/') || sources.has(`src/${module}.ts`)) continue;
      found.set(module, (found.get(module) ?? new Set()).add(name));
    }
  }
  return [...found].map(([module, names]) => ({ module, names }));
}

/** Replaces the specifier of a lazy module by that of its placeholder: `../validators/videos.js` → `../later/validators/videos.js`. */
export function lazySpecifier(
  specifier: string,
  path: string,
  lazy: ReadonlyMap<string, LazyModule>,
): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const folder = posix.dirname(path);
  const found = lazy.get(posix.join(folder, specifier.replace(/\.js$/, '.ts')));
  return found && posix.relative(folder, `src/${toLazyPath(found)}`);
}

/** Prints the placeholders of lazy modules, and the loader. */
export function lazyFiles(modules: readonly LazyModule[]): readonly TextFile[] {
  const placeholders = modules.map((one) => {
    const up = '../'.repeat(one.module.split('/').length - 1);
    const exported = [...one.names].map(
      (name) => `export const ${name} = later(${JSON.stringify(one.module)}, ${JSON.stringify(name)});\n`,
    );
    return { path: toLazyPath(one), text: `import { later } from '${up}loader.js';\n\n${exported.join('')}` };
  });
  return [...placeholders, { path: LOADER, text: loader }];
}

function toLazyPath({ module }: LazyModule): string {
  return `${FOLDER}/${module}.js`;
}

/** Code of the loader. It loads a module synchronously, because validators are synchronous functions. */
const loader = `import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
let make = () => {};

export function onMissing(maker) {
  make = maker;
}

export function later(module, name) {
  let found;
  const own = () => (found ??= load(module)[name]);
  return {
    is: (value) => own().is(value),
    check: (value, options) => own().check(value, options),
    get '~standard'() {
      return own()['~standard'];
    },
  };
}

function load(module) {
  make(module);
  return require(\`../\${module}.js\`);
}
`;
