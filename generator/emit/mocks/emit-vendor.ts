import type { Api } from '../../api/api.js';
import type { JsonObject } from '../../spec/read/json.js';
import { groupBy } from '../code/group-by.js';
import type { Imports } from '../code/imports.js';
import { literal } from '../code/literals.js';
import { code, type Code } from '../code/templates.js';
import type { CodeSymbol } from '../source-file.js';
import type { MockTools } from './mock-tools.js';
import { vendorSettings, vendorTables, vendorValue } from './vendor-value.js';

const rulesType: CodeSymbol = { name: 'VendorRules', module: 'emulator/engine/profiles/vendor-rules' };

/** The constant with what the real service demands of the operations of a resource; none where nothing is known. */
export function vendorStatement(module: string, imports: Imports, tools: MockTools): readonly string[] {
  const rules = rulesByModule(tools.api).get(module);
  if (rules === undefined) return [];
  const view = {
    name: vendorSymbol(module, tools).name,
    type: imports.useType(rulesType),
    operations: Object.entries(rules).map(([id, value]) => ({ id, rules: code(literal(value)) })),
  };
  return [tools.templates.render('mocks/vendor-rules.hbs', view)];
}

interface VendorView {
  readonly settings: Code | '';
  readonly operations: readonly string[];
  readonly resources: Code | '';
}

/** What the plan says of what the real service demands beyond the documents; empty where nothing is known. */
export function vendorView(tools: MockTools, imports: Imports): VendorView | '' {
  const [settings, tables] = [vendorSettings(tools.api), vendorTables(tools.api)];
  const modules = [...rulesByModule(tools.api).keys()];
  if (settings === undefined && tables === undefined && modules.length === 0) return '';
  return {
    settings: settings === undefined ? '' : code(literal(settings)),
    operations: modules.map((module) => imports.use(vendorSymbol(module, tools))),
    resources: tables === undefined ? '' : code(literal(tables)),
  };
}

const known = new WeakMap<Api, ReadonlyMap<string, JsonObject>>();

/** What is known of the operations of each module, by their ids; found out once, since each module asks. */
function rulesByModule(api: Api): ReadonlyMap<string, JsonObject> {
  const rules = known.get(api) ?? listRules(api);
  known.set(api, rules);
  return rules;
}

function listRules(api: Api): ReadonlyMap<string, JsonObject> {
  const modules = [...groupBy(api.operations, ({ module }) => module)].flatMap(
    ([module, operations]): [string, JsonObject][] => {
      const entries = operations.flatMap((one): [string, JsonObject][] => {
        const value = vendorValue(api, one);
        return value === undefined ? [] : [[one.id, value]];
      });
      return entries.length === 0 ? [] : [[module, Object.fromEntries(entries)]];
    },
  );
  return new Map(modules);
}

function vendorSymbol(module: string, { layout }: MockTools): CodeSymbol {
  const plans = layout.plans(module);
  return { ...plans, name: plans.name.replace(/Plans$/, 'Vendor') };
}
