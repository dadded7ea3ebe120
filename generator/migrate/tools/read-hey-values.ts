import { changeCase, type NameCase } from '../../api/tools/name-options.js';
import type { Keys, OverlayAction } from '../migration.js';
import { inPattern, keepWholeIds, nameConstants, renameAllTypes } from '../names.js';
import type { Same, Section } from '../settings/section.js';
import type { SpecFacts } from '../spec-facts.js';
import type { Leave, NameWish, ValueWishes } from '../value-keys.js';

/** Names of cases in this tool. */
const CASES = ['camelCase', 'PascalCase', 'snake_case', 'preserve'] as const;

/** A pattern that changes nothing. */
const SAME = '{{name}}';

/** Results of options about names: keys of speccast.yaml, names of types and functions, and overlay actions. */
interface HeyNames {
  readonly keys: Keys;
  readonly names: readonly NameWish[];
  readonly actions: readonly OverlayAction[];
}

/** The options of the plugins that are read. */
export interface HeyPlugins {
  /** Without keys if there is no such plugin. */
  readonly types: Section;
  readonly sdk: Section | undefined;
  readonly transformers: Section | undefined;
}

/** Reads options about the names of types, functions and methods. */
export function readHeyNames(root: Section, { types, sdk }: HeyPlugins, facts: SpecFacts): HeyNames {
  const { names, actions } = readTypeNames(root, types, facts);
  const methods = readSdk(sdk, facts);
  return { keys: methods.keys, names: [...names, ...methods.names], actions };
}

/** Names constants after their values, in the case that the configuration states. Default: `in_stock` → `IN_STOCK`. */
export function readConstantNames({ types }: HeyPlugins, facts: SpecFacts): readonly OverlayAction[] {
  const cases = [...CASES, 'SCREAMING_SNAKE_CASE'] as const;
  const enums = types.section('enums');
  const stated = enums.choice('case', cases) ?? types.choice('enumsCase', cases);
  // A case that speccast does not have is left over.
  if (stated === undefined && (enums.has('case') || types.has('enumsCase'))) return [];
  return nameConstants(facts, (value) => {
    if (stated === undefined || stated === 'SCREAMING_SNAKE_CASE') return changeCase(value, 'snake_case').toUpperCase();
    return stated === 'preserve' ? value : changeCase(value, stated);
  });
}

/** Reads a case from the first of some keys that has one; in earlier versions, the key `case` was called `identifierCase` or `style`. */
function readCase(
  section: Section,
  ...keys: readonly string[]
): { readonly style: NameCase; readonly leave: Leave } | undefined {
  for (const key of keys) {
    const found = section.choice(key, CASES);
    if (found) return { style: found === 'preserve' ? 'unchanged' : found, leave: section.leaver(key) };
  }
  return undefined;
}

function readPattern(section: Section, key: string): { readonly pattern: string; readonly leave: Leave } | undefined {
  const pattern = section.string(key);
  return pattern === undefined ? undefined : { pattern, leave: section.leaver(key) };
}

/** Reads the names of types: a case, by default PascalCase, or a pattern that names each type. */
function readTypeNames(root: Section, types: Section, facts: SpecFacts): Omit<HeyNames, 'keys'> {
  const definitions = types.section('definitions');
  const transforms = root.section('parser').section('transforms');
  const legacy = readCase(root.section('types'), 'name');
  const stated = readCase(types, 'case', 'identifierCase', 'style');
  const cased = readCase(definitions, 'case') ?? stated ?? legacy;
  const { style } = cased ?? { style: 'PascalCase' };
  const schemaName = readPattern(transforms, 'schemaName');
  const own = readPattern(definitions, 'name') ?? readPattern(types, 'definitions');
  const changing = [schemaName, own].find((one) => one !== undefined && one.pattern !== SAME);
  if (changing === undefined && style !== 'unchanged') {
    const leave = style === 'PascalCase' ? undefined : cased?.leave;
    return { names: [{ named: 'types', style, leave }], actions: [] };
  }
  const spellType = (schema: string): string =>
    inPattern(own?.pattern ?? SAME, inPattern(schemaName?.pattern ?? SAME, schema, 'unchanged'), style);
  const leave = changing?.leave ?? cased?.leave;
  return { names: [], actions: leave ? renameAllTypes(facts, spellType, leave) : [] };
}

const STRATEGIES = ['flat', 'byTags', 'single'] as const;

/** Reads the form of calls: functions (`./operations`), or classes (resources of the client). */
function readSdk(sdk: Section | undefined, facts: SpecFacts): Pick<HeyNames, 'keys' | 'names'> {
  if (sdk === undefined) return { keys: {}, names: [] };
  sdk.expect(sameOptions);
  const operations = sdk.section('operations');
  const strategy = operations.choice('strategy', STRATEGIES) ?? sdk.choice('operations', STRATEGIES);
  const isClass = sdk.boolean('asClass') === true || (strategy !== undefined && strategy !== 'flat');
  if (strategy === 'single') {
    const message = 'methods are in resources, which come from tags or dots in an `operationId`: `client.orders.list`';
    if (operations.has('strategy')) operations.leave('strategy', message);
    else sdk.leave('operations', message);
  }
  // Methods of such classes have all words of the operationId.
  return {
    keys: isClass ? { methodNames: 'operationId' } : keepWholeIds(facts),
    names: readMethodNames(operations, isClass, facts),
  };
}

const sameOptions: Same = {
  auth: true,
  client: [true, '@hey-api/client-fetch'],
  operationId: true,
  classStructure: 'auto',
  methodNameBuilder: SAME,
  response: 'body',
  responseStyle: 'data',
};

function readMethodNames(operations: Section, isClass: boolean, facts: SpecFacts): readonly NameWish[] {
  const hasDots = facts.operations.some(({ node: { operationId: id } }) => typeof id === 'string' && /[./]/.test(id));
  operations.expect({
    container: 'class',
    methods: 'instance',
    nesting: hasDots ? 'operationId' : ['operationId', 'id'],
    methodName: SAME,
    segmentName: SAME,
    containerName: SAME,
  });
  const [method, segment] = [operations.section('methodName'), operations.section('segmentName')];
  const cased = isClass ? readCase(method, 'casing', 'case') : undefined;
  const { style = 'camelCase' } = cased ?? {};
  method.expect({ name: SAME, casing: 'camelCase', case: 'camelCase' });
  segment.expect({ name: SAME, casing: style, case: style });
  if (cased === undefined || style === 'camelCase') return [];
  if (style !== 'unchanged') return [{ named: 'operations', ...cased }];
  cased.leave('methods are in camelCase, after their `operationId`; `x-speccast-name` of an operation names one');
  return [];
}

/** Enum modes of this tool. The first mode generates objects, the others generate enums of TypeScript. */
const MODES = ['javascript', 'typescript', 'typescript+namespace', 'typescript-const'] as const;

/** Reads types of values from plugins, and from the keys of versions before plugins. */
export function readHeyValues(root: Section, { types, sdk, transformers }: HeyPlugins): ValueWishes {
  types.expect({ topType: 'unknown' });
  const legacy = root.section('types');
  const enums = readEnums(types) ?? readEnums(legacy) ?? readEnums(root);
  const isDated = legacy.choice('dates', [true, false, 'types', 'types+transform']);
  const dates = isDated ? legacy.leaver('dates') : undefined;
  // The plugin converts dates and large integers by default, as does a client that transforms.
  const isTransforming = sdk?.choice('transformer', [true, false, '@hey-api/transformers']);
  const plugin = transformers ?? (isTransforming ? sdk : undefined);
  if (plugin === undefined) return { enums, dates };
  const [hasDates, hasLarge] = [plugin.boolean('dates') !== false, plugin.boolean('bigInt') !== false];
  const leave = plugin.has('bigInt') ? plugin.leaver('bigInt') : undefined;
  return {
    enums,
    dates: hasDates ? plugin.leaver('dates') : dates,
    bigints: hasLarge ? { formats: ['int64'], leave } : undefined,
  };
}

function readEnums(section: Section): ValueWishes['enums'] {
  const inner = section.section('enums');
  inner.expect({ constantsIgnoreNull: true });
  const isOff = inner.boolean('enabled') === false;
  const isStated = inner.has('mode');
  const stated = isStated ? inner.choice('mode', MODES) : section.choice('enums', [true, false, ...MODES]);
  // Enum options without a mode, and `enums: true`, mean the first mode.
  const mode = stated === true || (section.hasSection('enums') && !isStated) ? 'javascript' : stated;
  if (isOff || !mode) return undefined;
  const leave = isStated ? inner.leaver('mode') : section.leaver('enums');
  if (mode === 'typescript-const') leave('enums are enums of TypeScript, which bundles keep, and no const enums');
  if (mode === 'typescript+namespace') leave('enums are beside their models, and in no namespace');
  return { style: mode === 'javascript' ? 'const' : 'enum', leave };
}
