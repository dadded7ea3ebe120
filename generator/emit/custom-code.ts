import type { CapabilityFile } from '../api/behaviour/capabilities.js';
import { didYouMean } from '../spec/suggest.js';
import { locateStart, type Diagnostics } from '../diagnostics.js';
import type { EmitContext } from './emit-context.js';
import { allGroups } from './layout.js';
import type { CodeSymbol } from './source-file.js';

/** Name of the folder for the user's own code: `src/custom` in a package, `custom` in plain source. */
export const CUSTOM = 'custom';

/** A file in the folder `custom`; its `path` is relative to it. */
export type CustomFile = CapabilityFile;

/** Returns true if a file is a module of the package: `isbn.ts`, but not `isbn.test.ts` or `isbn.d.ts`. */
export function isCustomModule({ path }: CustomFile): boolean {
  return /^[^.]+\.ts$/.test(path);
}

/** Returns true if the user's own code has an `index.ts`, whose exports the package exports. */
export function hasCustomIndex({ custom = [] }: Pick<EmitContext, 'custom'>): boolean {
  return custom.some(({ path }) => path === 'index.ts');
}

/** Lists the modules that the package exports as subpaths: `isbn.ts` → `isbn`. */
export function customSubpaths({ custom = [] }: Pick<EmitContext, 'custom'>): readonly string[] {
  const files = custom.filter((file) => isCustomModule(file) && file.path !== 'index.ts');
  return files.map(({ path }) => path.replace(/\.ts$/, '')).filter((name) => !name.includes('/'));
}

/** Returns the class that the client uses for a resource: the user's subclass if there is one, else the generated class. */
export function usedClass(resource: CodeSymbol, { custom = [] }: Pick<EmitContext, 'custom'>): CodeSymbol {
  const isExtended = custom.some(({ path }) => path === `${resource.module}.ts`);
  return isExtended ? { ...resource, module: `${CUSTOM}/${resource.module}` } : resource;
}

/** Paths that a module can have. */
const PATH = /^\w[\w-]*(?:\/\w[\w-]*)*\.ts$/;

/** Reports files in `custom` with invalid names, and classes for resources that the client does not have. */
export function checkCustom(context: EmitContext, diagnostics: Diagnostics): void {
  const { custom = [], api, layout, parts } = context;
  const resources = parts.includes('client') ? allGroups(api.groups).map(layout.resource) : [];
  const known = resources.map(({ module }) => `${module}.ts`);
  for (const { path, file } of custom.filter(isCustomModule)) {
    const reject = (message: string): void => diagnostics.error('invalid-custom-code', message, locateStart(file));
    if (!PATH.test(path)) reject('the name of a module in this folder can have only letters, digits, "-" and "_"');
    else if (path.startsWith('client/') && !known.includes(path))
      reject(`the client has no resource for this file to extend${didYouMean(path, known)}`);
  }
}
