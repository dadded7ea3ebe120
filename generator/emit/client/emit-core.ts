import { groupBy, listPresent } from '../../iterables.js';
import { hasGoogleErrors } from '../../api/shapes/error-bodies.js';
import { hasFeatures } from '../code/api-features.js';
import { Imports, runtime } from '../code/imports.js';
import { exportStructure, exportStructures } from '../code/structures.js';
import { code, render, useAll } from '../code/templates.js';
import type { EmitContext } from '../emit-context.js';
import { dailyQuotaSymbol, featuresSymbol, serviceSymbol } from '../layout.js';
import type { ImportLine, SourceFile, Statement } from '../source-file.js';

/** The features of the runtime, which the core of free functions is given one by one. */
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
  // Of the features, those that users name.
  const isClient = ({ module }: ImportLine): boolean =>
    module.startsWith('client/') && module !== featuresSymbol.module;
  return imports.toFile([
    ...starExports(lines.filter(isClient), '', false),
    ...exportStructures(lines.filter((one) => !isClient(one))),
    render(context, 'client/create-core.hbs', view),
  ]);
}

/** Emits `client/service-features.ts`: the features that depend on the service. Nothing where there are none. */
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
    // What bundles a package must be able to leave its validators out; in plain source they are a chunk for later.
    apart: output === 'package',
    names: code(names.join(', ')),
  };
  return [imports.toFile([render(context, 'client/service-features.hbs', view)])];
}

/**
 * Exports all that the module of a resource has, so that no operation is named; of a module with a name that something else has,
 * too, and of that of the service, exports each by its name or alias.
 */
export function starExports(lines: readonly ImportLine[], folder: string, typeOnly: boolean): readonly Statement[] {
  return [...groupBy(lines, ({ module }) => module)].flatMap(([module, own]) =>
    module !== serviceSymbol.module && own.every((one) => one.alias === undefined)
      ? [exportStructure(`./${module.slice(folder.length)}.js`, '*', typeOnly)]
      : exportStructures(own, folder),
  );
}
