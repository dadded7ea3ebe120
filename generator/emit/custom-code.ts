import type { CapabilityFile } from '../api/behaviour/capabilities.js';
import { didYouMean } from '../spec/suggest.js';
import type { Diagnostics } from '../diagnostics.js';
import { locateStart } from '../diagnostics.js';
import type { EmitContext } from './emit-context.js';
import { allGroups } from './layout.js';
import type { CodeSymbol } from './source-file.js';

/** The folder of a package that is its user's own; below `src/` in a package, at the top of plain source. */
export const CUSTOM = 'custom';

/** A file of that folder: its `path` starts from there. */
export type CustomFile = CapabilityFile;

/** Whether a file is a module of the package: not a test, not a file of declarations, and nothing else with a dot in its name. */
export function isCustomModule({ path }: CustomFile): boolean {
  return /^[^.]+\.ts$/.test(path);
}

/** Whether the entry of the package exports all that the user's own entry does. */
export function hasCustomIndex({ custom = [] }: Pick<EmitContext, 'custom'>): boolean {
  return custom.some(({ path }) => path === 'index.ts');
}

/** The modules that the package exports from `./custom/…`, by their names. */
export function customSubpaths({ custom = [] }: Pick<EmitContext, 'custom'>): readonly string[] {
  const files = custom.filter((file) => isCustomModule(file) && file.path !== 'index.ts');
  return files.map(({ path }) => path.replace(/\.ts$/, '')).filter((name) => !name.includes('/'));
}

/** The class that the client has for that of a resource: the user's own, where there is one, which extends it. */
export function usedClass(resource: CodeSymbol, { custom = [] }: Pick<EmitContext, 'custom'>): CodeSymbol {
  const isExtended = custom.some(({ path }) => path === `${resource.module}.ts`);
  return isExtended ? { ...resource, module: `${CUSTOM}/${resource.module}` } : resource;
}

/** Names that a module and its folders can have. */
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_-]*$/;

/** Reports files of the user's own whose names say nothing here, and classes of resources that there are not. */
export function checkCustom(context: EmitContext, diagnostics: Diagnostics): void {
  const { custom = [], api, layout, parts } = context;
  const resources = parts.includes('client') ? allGroups(api.groups).map(layout.resource) : [];
  const known = resources.map(({ module }) => `${module}.ts`);
  for (const { path, file } of custom.filter(isCustomModule)) {
    const reject = (message: string): void => diagnostics.error('invalid-custom-code', message, locateStart(file));
    if (
      !path
        .replace(/\.ts$/, '')
        .split('/')
        .every((name) => NAME.test(name))
    )
      reject('a module here is named with letters, digits, "-" and "_"');
    else if (path.startsWith('client/') && !known.includes(path))
      reject(
        resources.length === 0
          ? 'the client has no resource that this could extend'
          : `the client has no resource that this could extend${didYouMean(path, known)}`,
      );
  }
}
