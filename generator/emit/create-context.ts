import { isComponentsOnly } from '../api/behaviour/capabilities.js';
import type { Api } from '../api/api.js';
import type { ReadApi } from '../api/read-api.js';
import type { Diagnostic } from '../diagnostics.js';
import { seenFrom } from '../spec/references/locate-pointer.js';
import { pickOptions, type Part, type ServiceOptions, type Surface } from '../options.js';
import { PARTS, type EmitContext, type OwnTemplate } from './emit-context.js';
import { createLayout } from './layout.js';

/** Parts and surfaces of a package. */
interface PackageParts {
  readonly parts: readonly Part[];
  readonly surfaces?: readonly Surface[] | undefined;
}

/**
 * Returns the requested parts and surfaces that a package can have. A document without operations has only validators: `[client,
 * validators, emulator]` → `[validators]`, unless the user's own code adds to the client.
 */
export function findParts(api: Api, { parts, surfaces }: PackageParts, hasOwnCode: boolean): PackageParts {
  const isBare = isComponentsOnly(api) && !hasOwnCode && parts.includes('validators');
  return isBare ? { parts: ['validators'], surfaces: [] } : { parts, surfaces };
}

/** Options of a run: the optional members of the context, and templates that replace those of speccast. */
type ContextOptions = ServiceOptions &
  Partial<Omit<EmitContext, keyof ServiceOptions>> &
  Pick<EmitContext, 'assets' | 'command'> & { readonly templates?: ReadonlyMap<string, OwnTemplate> | undefined };

/** Creates the context of the emitters. Repairs among the `diagnostics` of reading the spec are listed in the README. */
export function createContext(
  options: ContextOptions,
  { api, packageName, document }: ReadApi,
  diagnostics: readonly Diagnostic[],
): EmitContext {
  const { output = 'package', importExtension = '.js', parts = PARTS, surfaces, custom = [], settings = {} } = options;
  const { command, capabilities, customExports, codecs, isReleased, assets, templates } = options;
  const replaced = [...(templates ?? [])].map(([name, { text }]) => [name, text] as const);
  const repairs = diagnostics.filter(({ repair }) => repair !== undefined);
  return {
    api,
    layout: createLayout(api),
    packageName,
    command,
    settings,
    isReleased,
    ...pickOptions(options),
    output,
    importExtension,
    codecs,
    capabilities,
    custom,
    customExports,
    ...findParts(api, { parts, surfaces }, custom.length > 0),
    // Templates are compiled once for each map, so the map is copied only if templates are replaced.
    assets: templates?.size ? { ...assets, templates: new Map([...assets.templates, ...replaced]) } : assets,
    repairs: repairs.map((one) => ({ ...one, at: { ...one.at, file: seenFrom(document.file, one.at.file) } })),
  };
}
