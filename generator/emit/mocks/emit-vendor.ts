import type { Api, Operation } from '../../api/api.js';
import { isJsonObject, type Json, type JsonObject, toObject, toStrings } from '../../json.js';
import { type Imports, emulator } from '../code/imports.js';
import { literal } from '../code/literals.js';
import { code, type Code } from '../code/templates.js';
import { type MockTools, emulatorValue, withoutFacts } from './behaviour-value.js';
import { sharedViews, shareValues, type SharedValues } from './emit-plans.js';

/** Emits what the real service demands of the operations of a resource; none where nothing is known. */
export function vendorStatement(
  module: string,
  { imports, shared }: { readonly imports: Imports; readonly shared: SharedValues },
  tools: MockTools,
): readonly string[] {
  const rules = tools.vendorRules.get(module);
  if (rules === undefined) return [];
  const view = {
    name: tools.layout.mocks(module, 'Vendor').name,
    type: imports.useType(emulator('VendorRules')),
    shared: sharedViews(shared, 'Demanded by'),
    operations: Object.entries(rules).map(([id, value]) => ({
      id,
      rules: Object.entries(toObject(value)).map(([name, rule]) => ({ name, value: code(shared.print(name, rule)) })),
    })),
  };
  return [tools.templates.render('mocks/vendor-rules.hbs', view)];
}

/** Finds the rules that several operations of a resource have: inserts and updates mostly share those of the body. */
export function shareVendorRules(module: string, { vendorRules }: MockTools): SharedValues {
  const rules = Object.entries(vendorRules.get(module) ?? {});
  return shareValues(
    rules.flatMap(([id, value]) =>
      Object.entries(toObject(value)).map(([member, one]) => ({ id, member, value: one })),
    ),
  );
}

/** The part of the plan about what the real service demands beyond the documents; empty where nothing is known. */
export function vendorView(
  tools: MockTools,
  imports: Imports,
): { readonly settings: Code | ''; readonly operations: readonly string[]; readonly resources: Code | '' } | '' {
  const settings = emulatorValue(tools.api)['vendor'];
  const tables = vendorTables(tools.api);
  const modules = [...tools.vendorRules.keys()];
  if (!isJsonObject(settings) && tables === undefined && modules.length === 0) return '';
  return {
    settings: isJsonObject(settings) ? code(literal(settings)) : '',
    operations: modules.map((module) => imports.use(tools.layout.mocks(module, 'Vendor'))),
    resources: tables === undefined ? '' : code(literal(tables)),
  };
}

/** Members of `x-vendor` on an operation that are not laid over its behaviour. */
const own = ['security', 'reasons', 'clears', 'conditions', 'issued', 'unsupported'];

/** Returns what the real service demands of an operation (`VendorRules` of the emulator); `undefined` where nothing is known. */
export function vendorValue(api: Api, operation: Operation): JsonObject | undefined {
  const { extensions, method } = operation;
  const vendor = toObject(withoutFacts(extensions['x-vendor'] ?? {}));
  const { required, writable, lengths } = toObject(withoutFacts(extensions['x-body-rules'] ?? {}));
  // Of `localizations.(key).title` all of `localizations` is cleared, of `snippet.tags[]` all of `snippet.tags`.
  const written = toStrings(writable).map((path) => path.split(/\.(?=[(*])|\[/)[0] ?? path);
  const clears = vendor['clears'] ?? (method === 'PUT' ? written : undefined);
  return fill({
    behaviour: vendorBehaviour(api, operation, vendor),
    schemes: vendor['security'],
    parameters: fill({
      token: toObject(extensions['x-parameter-rules'])['token'],
      unsupported: vendor['unsupported'],
      reasons: vendor['reasons'],
    }),
    required,
    clears: Array.isArray(clears) ? [...new Set(clears)] : undefined,
    lengths,
    conditions: vendor['conditions'],
    issued: vendor['issued'],
  });
}

/** Returns what `x-vendor` says of the rows of tables: of the schemas that have `x-resource`. */
function vendorTables({ models }: Api): JsonObject | undefined {
  const entries = models.flatMap(({ extensions }): [string, Json][] => {
    const { table } = toObject(extensions['x-resource']);
    const rules = toObject(withoutFacts(extensions['x-vendor'] ?? {}));
    return typeof table === 'string' && Object.keys(rules).length > 0 ? [[table, rules]] : [];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Returns the further behaviour: page sizes and the longest upload that overlays know, and what `x-vendor` lays over the rest. */
function vendorBehaviour(api: Api, operation: Operation, vendor: JsonObject): JsonObject | undefined {
  const { media } = operation.body ?? {};
  const more = Object.fromEntries(Object.entries(vendor).filter(([name]) => !own.includes(name)));
  return fill({
    ...more,
    paging: vendorPaging(api, operation),
    media: fill({ ...toObject(more['media']), maxBytes: media?.overlaid === true ? media.maxBytes : undefined }),
  });
}

/** Returns paging with the default and the maximum of the parameter for the size of a page. */
function vendorPaging(api: Api, { parameters, extensions }: Operation): JsonObject | undefined {
  const usual = toObject(emulatorValue(api)['paging']);
  const stated = extensions['x-paging'];
  const rules = { ...usual, ...toObject(withoutFacts(stated ?? {})) };
  const size = parameters.find(({ name }) => name === (rules['size'] ?? 'maxResults'))?.schema;
  const start = size?.default?.value;
  if (stated === false || typeof start !== 'number' || start === rules['default']) return undefined;
  const most = size?.number?.maximum;
  return { ...rules, default: start, ...(most !== undefined && { max: most }) };
}

/** Leaves out members that are undefined; `undefined` where none is left. */
function fill(value: Readonly<Record<string, Json | undefined>>): JsonObject | undefined {
  const entries = Object.entries(value).flatMap(([name, one]): [string, Json][] =>
    one === undefined ? [] : [[name, one]],
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
