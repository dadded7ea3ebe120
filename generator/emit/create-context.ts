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
 * Returns the parts and surfaces that a package has of those asked for. A document without operations comes to validators
 * alone: `[client, validators, emulator]` → `[validators]`, unless code of the user's own adds to the client.
 */
export function findParts(api: Api, { parts, surfaces }: PackageParts, hasOwnCode: boolean): PackageParts {
  const isBare = isComponentsOnly(api) && !hasOwnCode && parts.includes('validators');
  return isBare ? { parts: ['validators'], surfaces: [] } : { parts, surfaces };
}

/** Options of a run: each of the context that may be given, and templates in place of those of speccast. */
type ContextOptions = ServiceOptions &
  Partial<Omit<EmitContext, keyof ServiceOptions>> &
  Pick<EmitContext, 'assets' | 'command'> & { readonly templates?: ReadonlyMap<string, OwnTemplate> | undefined };

/** Creates the context of the emitters; `diagnostics` are those of reading, the repairs among which are listed in the README. */
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
    // Templates are compiled once for the same map.
    assets: templates?.size ? { ...assets, templates: new Map([...assets.templates, ...replaced]) } : assets,
    repairs: repairs.map((one) => ({ ...one, at: { ...one.at, file: seenFrom(document.file, one.at.file) } })),
  };
}
