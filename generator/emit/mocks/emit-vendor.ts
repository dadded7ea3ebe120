import type { Api } from '../../api/api.js';
import type { JsonObject } from '../../spec/json.js';
import { groupBy } from '../code/group-by.js';
import { Imports } from '../code/imports.js';
import { literal } from '../code/literals.js';
import { code } from '../code/templates.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';
import type { MockTools } from './mock-tools.js';
import { vendorSettings, vendorTables, vendorValue } from './vendor-value.js';

/** What the real service demands beyond the documents. */
export const vendorSymbol: CodeSymbol = { name: 'vendor', module: 'mocks/vendor' };

const rulesModule = 'emulator/engine/profiles/vendor-rules';

/** What is known of the operations of one module, by their ids. */
interface VendorModule {
  readonly symbol: CodeSymbol;
  readonly rules: JsonObject;
}

/** Whether anything is known of what the real service demands. */
export function hasVendor(api: Api): boolean {
  return vendorSettings(api) !== undefined || vendorTables(api) !== undefined || modulesOf(api).length > 0;
}

/** Emits `mocks/vendor.ts`, and `mocks/vendor/*.ts` with what is demanded of the operations of each resource. */
export function emitVendor({ api, templates }: MockTools): readonly SourceFile[] {
  if (!hasVendor(api)) return [];
  const modules = modulesOf(api);
  const files = modules.map(({ symbol, rules }): SourceFile => {
    const imports = new Imports(symbol.module, [symbol.name]);
    const view = {
      name: symbol.name,
      type: imports.useType({ name: 'VendorRules', module: rulesModule }),
      operations: Object.entries(rules).map(([id, value]) => ({ id, rules: code(literal(value)) })),
    };
    const body = [templates.render('mocks/vendor-rules.hbs', view)];
    return { kind: 'source', path: `src/${symbol.module}.ts`, imports: imports.lines(), body };
  });
  return [index(api, modules, templates), ...files];
}

function index(api: Api, modules: readonly VendorModule[], templates: MockTools['templates']): SourceFile {
  const imports = new Imports(vendorSymbol.module, [vendorSymbol.name]);
  const [settings, tables] = [vendorSettings(api), vendorTables(api)];
  const view = {
    name: vendorSymbol.name,
    type: imports.useType({ name: 'VendorPlan', module: rulesModule }),
    settings: settings === undefined ? '' : code(literal(settings)),
    operations: modules.map(({ symbol }) => imports.use(symbol)),
    resources: tables === undefined ? '' : code(literal(tables)),
  };
  const body = [templates.render('mocks/vendor.hbs', view)];
  return { kind: 'source', path: `src/${vendorSymbol.module}.ts`, imports: imports.lines(), body };
}

function modulesOf(api: Api): readonly VendorModule[] {
  return [...groupBy(api.operations, ({ module }) => module)].flatMap(([module, operations]) => {
    const entries = operations.flatMap((one): [string, JsonObject][] => {
      const value = vendorValue(api, one);
      return value === undefined ? [] : [[one.id, value]];
    });
    return entries.length === 0 ? [] : [{ symbol: symbolOf(module), rules: Object.fromEntries(entries) }];
  });
}

function symbolOf(module: string): CodeSymbol {
  const name = module.replace(/[^a-zA-Z0-9]+([a-zA-Z0-9]?)/g, (_found, letter: string) => letter.toUpperCase());
  return { name: `${/^[0-9]/.test(name) ? '_' : ''}${name}Vendor`, module: `mocks/vendor/${module}` };
}
