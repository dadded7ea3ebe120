import type { Api, Operation, Parameter } from '../../api/api.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { type Imports, emulator } from '../code/imports.js';
import { literal } from '../code/literals.js';
import { code, type Code } from '../code/templates.js';
import { type MockTools, emulatorValue, withoutFacts } from './behaviour-value.js';
import { toObject, toStrings } from '../../api/tools/extension-values.js';

/** The constant with what the real service demands of the operations of a resource; none where nothing is known. */
export function vendorStatement(module: string, imports: Imports, tools: MockTools): readonly string[] {
  const rules = tools.vendorRules.get(module);
  if (rules === undefined) return [];
  const view = {
    name: tools.layout.mocks(module, 'Vendor').name,
    type: imports.useType(emulator('VendorRules')),
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
  const modules = [...tools.vendorRules.keys()];
  if (settings === undefined && tables === undefined && modules.length === 0) return '';
  return {
    settings: settings === undefined ? '' : code(literal(settings)),
    operations: modules.map((module) => imports.use(tools.layout.mocks(module, 'Vendor'))),
    resources: tables === undefined ? '' : code(literal(tables)),
  };
}

/** Members of `x-vendor` on an operation that are not laid over its behaviour. */
const own = ['security', 'reasons', 'clears', 'conditions', 'issued', 'unsupported'];

/** What the real service demands of an operation (`VendorRules` of the runtime); undefined where nothing is known. */
export function vendorValue(api: Api, operation: Operation): JsonObject | undefined {
  const { extensions, method } = operation;
  const vendor = toObject(withoutFacts(extensions['x-vendor'] ?? {}));
  const { required, writable, lengths } = toObject(withoutFacts(extensions['x-body-rules'] ?? {}));
  const clears = vendor['clears'] ?? (method === 'PUT' ? toStrings(writable).map(cutAtItems) : undefined);
  const value = {
    behaviour: readVendorBehaviour(api, operation, vendor),
    schemes: vendor['security'],
    parameters: readVendorParameters(operation, vendor),
    required,
    clears: Array.isArray(clears) ? [...new Set(clears)] : undefined,
    lengths,
    conditions: vendor['conditions'],
    issued: vendor['issued'],
  };
  return filled(value);
}

/** What the real service demands of rows: `x-vendor` of their schemas, by table. */
function vendorTables({ models }: Api): JsonObject | undefined {
  const entries = models.flatMap(({ extensions }): [string, Json][] => {
    const { table } = toObject(extensions['x-resource']);
    const rules = toObject(withoutFacts(extensions['x-vendor'] ?? {}));
    return typeof table === 'string' && Object.keys(rules).length > 0 ? [[table, rules]] : [];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** What the real service demands of every call: `vendor` of `x-emulator`. */
function vendorSettings(api: Api): JsonObject | undefined {
  const settings = emulatorValue(api)['vendor'];
  return isJsonObject(settings) ? settings : undefined;
}

/** The further behaviour: page sizes and the longest upload that overlays know, and what `x-vendor` lays over the rest. */
function readVendorBehaviour(api: Api, operation: Operation, vendor: JsonObject): JsonObject | undefined {
  const { body } = operation;
  const more = Object.fromEntries(Object.entries(vendor).filter(([name]) => !own.includes(name)));
  const maxBytes = body?.media?.overlaid === true ? body.media.maxBytes : undefined;
  return filled({
    ...more,
    paging: readVendorPaging(api, operation),
    media: filled({ ...toObject(more['media']), maxBytes }),
  });
}

/** Pages as the parameter says that sets their size. */
function readVendorPaging(api: Api, { parameters, extensions }: Operation): JsonObject | undefined {
  const usual = toObject(emulatorValue(api)['paging']);
  const stated = extensions['x-paging'];
  const rules = { ...usual, ...toObject(withoutFacts(stated ?? {})) };
  const size: Parameter | undefined = parameters.find(({ name }) => name === (rules['size'] ?? 'maxResults'));
  const start = size?.schema.default?.value;
  if (stated === false || typeof start !== 'number' || start === rules['default']) return undefined;
  const most = size?.schema.number?.maximum;
  return { ...rules, default: start, ...(most !== undefined && { max: most }) };
}

function readVendorParameters({ extensions }: Operation, { reasons, unsupported }: JsonObject): JsonObject | undefined {
  return filled({ token: toObject(extensions['x-parameter-rules'])['token'], unsupported, reasons });
}

/** `localizations` of `localizations.(key).title`, `snippet.tags` of `snippet.tags[]`. */
function cutAtItems(path: string): string {
  return path.split(/\.(?=[(*])|\[/)[0] ?? path;
}

function filled(value: Readonly<Record<string, Json | undefined>>): JsonObject | undefined {
  const entries = Object.entries(value).flatMap(([name, one]): [string, Json][] =>
    one === undefined ? [] : [[name, one]],
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
