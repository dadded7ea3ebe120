import { groupBy, listPresent } from '../../iterables.js';
import { hasGoogleErrors } from '../../api/shapes/error-bodies.js';
import { hasFeatures } from '../code/api-features.js';
import { Imports, runtime } from '../code/imports.js';
import { exportStructure, exportStructures } from '../code/structures.js';
import { code, render, useAll } from '../code/templates.js';
import type { EmitContext } from '../emit-context.js';
import { dailyQuotaSymbol, featuresSymbol, serviceSymbol } from '../layout.js';
import type { ImportLine, SourceFile, Statement } from '../source-file.js';

/** The features of the runtime that users of free functions can pass to `createCore`. */
const coreFeatures =
  'withErrorDetails withErrorTexts withLogging withMiddleware withOptionChecks withRedaction withRetries withTokenSources withTracing';

/** The feature that reads the option `validate`. */
const validationFeature = 'withValidation';

/** Emits `operations.ts`, the entry for tree shaking: `createCore`, its features and the free function of each operation. */
export function emitOperationsEntry(context: EmitContext): SourceFile {
  const imports = new Imports('operations', ['createCore']);
  const type = imports.useType(runtime('CoreOptions'));
  const view = {
    coreOptions: code(context.parts.includes('validators') ? `${type}<Name>` : `Omit<${type}<Name>, 'validate'>`),
    ...useAll(imports, 'runtime', { core: 'type Core', featureOption: 'type FeatureOption', openCore: 'openBareCore' }),
    service: imports.use(serviceSymbol),
  };
  const exports = new Imports('operations', ['createCore']);
  for (const operation of context.api.operations) exports.use(context.layout.method(operation));
  for (const name of coreFeatures.split(' ')) exports.use(runtime(name));
  for (const name of ['Core', 'CallOptions', 'ClientOptions', 'CoreOptions', 'CoreFeature'])
    exports.useType(runtime(name));
  if (context.parts.includes('validators')) exports.use({ ...featuresSymbol, name: validationFeature });
  if (context.api.errors?.quota) exports.use(dailyQuotaSymbol);
  const lines = exports.lines();
  // Modules with free functions. The module of features exports only those that users pass to `createCore`.
  const isClient = ({ module }: ImportLine): boolean =>
    module.startsWith('client/') && module !== featuresSymbol.module;
  return imports.toFile([
    ...starExports(lines.filter(isClient), '', false),
    ...exportStructures(lines.filter((one) => !isClient(one))),
    render(context, 'client/create-core.hbs', view),
  ]);
}

/** Emits `client/service-features.ts`: the features that depend on the service. Emits nothing if there are none. */
export function emitFeatures(context: EmitContext): readonly SourceFile[] {
  if (!hasFeatures(context)) return [];
  const { api, parts, output } = context;
  const hasValidators = parts.includes('validators');
  const own = hasValidators ? [validationFeature] : [];
  const imports = new Imports(featuresSymbol.module, [featuresSymbol.name, ...own]);
  const names = listPresent([
    api.errors?.quota && imports.use(dailyQuotaSymbol),
    ...own,
    !hasGoogleErrors(api) && imports.use(runtime('withErrorTexts')),
  ]);
  const view = {
    type: imports.useType(runtime('CoreFeature')),
    validate: hasValidators && imports.use(runtime('validateCalls')),
    // Bundlers of a package must be able to leave its validators out. In plain source, they become a chunk that is loaded later.
    apart: output === 'package',
    names: code(names.join(', ')),
  };
  return [imports.toFile([render(context, 'client/service-features.hbs', view)])];
}

/**
 * Exports modules of resources as a whole (`export * from './pets.js'`), so that a new operation changes no line. A module with an alias,
 * and the module of the service, export each symbol by name: `export { ApiError as ApiErrorModel } from …`.
 */
export function starExports(lines: readonly ImportLine[], folder: string, typeOnly: boolean): readonly Statement[] {
  return [...groupBy(lines, ({ module }) => module)].flatMap(([module, own]) =>
    module !== serviceSymbol.module && own.every((one) => one.alias === undefined)
      ? [exportStructure(`./${module.slice(folder.length)}.js`, '*', typeOnly)]
      : exportStructures(own, folder),
  );
}
