import { inCase, type NameCase } from '../../api/tools/name-options.js';
import type { EnumStyle } from '../../api/types/shape.js';
import type { Keys, OverlayAction } from '../migration.js';
import { inPattern, keepWholeIds, nameConstants, renameAllTypes } from '../names.js';
import type { Same, Section } from '../settings/section.js';
import type { SpecFacts } from '../spec-facts.js';
import type { Leave, NameWish, ValueWishes } from '../value-keys.js';

/** Names of cases in this tool. */
const CASES = ['camelCase', 'PascalCase', 'snake_case', 'preserve'] as const;

/** A pattern that changes nothing. */
const SAME = '{{name}}';

/** Keys, wishes and actions that follow from options about names. */
interface HeyNames {
  readonly keys: Keys;
  readonly names: readonly NameWish[];
  readonly actions: readonly OverlayAction[];
}

/** Reads options about the names of types, functions and methods. */
export function readHeyNames(root: Section, plugins: ReadonlyMap<string, Section>, facts: SpecFacts): HeyNames {
  const types = readTypeNames(root, plugins.get('@hey-api/typescript') ?? plugins.get('@hey-api/types'), facts);
  const sdk = readSdk(plugins.get('@hey-api/sdk') ?? plugins.get('@hey-api/services'), facts);
  return { keys: sdk.keys, names: [...types.names, ...sdk.names], actions: types.actions };
}

/** Names constants after their values, in the case that is stated, by default in capitals: `in_stock` -> `IN_STOCK`. */
export function readConstantNames(plugins: ReadonlyMap<string, Section>, facts: SpecFacts): readonly OverlayAction[] {
  const types = plugins.get('@hey-api/typescript') ?? plugins.get('@hey-api/types');
  const cases = [...CASES, 'SCREAMING_SNAKE_CASE'] as const;
  const enums = types?.section('enums');
  const stated = enums?.choice('case', cases) ?? types?.choice('enumsCase', cases);
  // A case that speccast does not have is left over.
  if (stated === undefined && (enums?.has('case') === true || types?.has('enumsCase') === true)) return [];
  const style = stated ?? 'SCREAMING_SNAKE_CASE';
  return nameConstants(facts, (value) => {
    if (style === 'SCREAMING_SNAKE_CASE') return inCase(value, 'snake_case').toUpperCase();
    return style === 'preserve' ? value : inCase(value, style);
  });
}

/** Reads a case under the first of some keys that has one; earlier versions called `case` `identifierCase` and `style`. */
function readCase(
  section: Section | undefined,
  ...keys: readonly string[]
): { readonly style: NameCase; readonly leave: Leave } | undefined {
  for (const key of keys) {
    const found = section?.choice(key, CASES);
    if (section === undefined || found === undefined) continue;
    return { style: found === 'preserve' ? 'unchanged' : found, leave: section.leaver(key) };
  }
  return undefined;
}

function readPattern(
  section: Section | undefined,
  key: string,
): { readonly pattern: string; readonly leave: Leave } | undefined {
  const pattern = section?.string(key);
  return section === undefined || pattern === undefined ? undefined : { pattern, leave: section.leaver(key) };
}

/** Reads the names of types: a case, by default PascalCase, or a pattern that names each type. */
function readTypeNames(root: Section, types: Section | undefined, facts: SpecFacts): Omit<HeyNames, 'keys'> {
  const definitions = types?.section('definitions');
  const transforms = root.section('parser')?.section('transforms');
  const legacy = readCase(root.section('types'), 'name');
  const stated = readCase(types, 'case', 'identifierCase', 'style');
  const cased = readCase(definitions, 'case') ?? stated ?? legacy;
  const { style } = cased ?? { style: 'PascalCase' };
  const schemaName = readPattern(transforms, 'schemaName');
  const own = readPattern(definitions, 'name') ?? readPattern(types, 'definitions');
  const changing = [schemaName, own].find((one) => one !== undefined && one.pattern !== SAME);
  if (changing === undefined && style !== 'unchanged')
    return {
      names: [{ named: 'types', style, leave: style === 'PascalCase' ? undefined : cased?.leave }],
      actions: [],
    };
  const spellType = (schema: string): string =>
    inPattern(own?.pattern ?? SAME, inPattern(schemaName?.pattern ?? SAME, schema, 'unchanged'), style);
  const leave = changing?.leave ?? cased?.leave;
  return { names: [], actions: leave === undefined ? [] : renameAllTypes(facts, spellType, leave) };
}

const STRATEGIES = ['flat', 'byTags', 'single'] as const;

/** Reads the form of calls: functions (`./operations`), or classes (resources of the client). */
function readSdk(sdk: Section | undefined, facts: SpecFacts): Pick<HeyNames, 'keys' | 'names'> {
  if (sdk === undefined) return { keys: [], names: [] };
  sdk.expect(...sameOptions);
  const operations = sdk.section('operations');
  const strategy = operations?.choice('strategy', STRATEGIES) ?? sdk.choice('operations', STRATEGIES);
  const isClass = sdk.boolean('asClass') === true || (strategy !== undefined && strategy !== 'flat');
  if (strategy === 'single') {
    const message = 'methods are in resources, which tags or the dots of an `operationId` tell: `client.orders.list`';
    if (operations?.has('strategy') === true) operations.leave('strategy', message);
    else sdk.leave('operations', message);
  }
  const names = operations === undefined ? [] : readMethodNames(operations, isClass, facts);
  // Methods of such classes have all words of the operationId.
  return { keys: isClass ? [['methodNames', 'operationId']] : keepWholeIds(facts), names };
}

const sameOptions: Same = [
  ['auth', true],
  ['client', true, '@hey-api/client-fetch'],
  ['operationId', true],
  ['classStructure', 'auto'],
  ['methodNameBuilder', SAME],
  ['response', 'body'],
  ['responseStyle', 'data'],
];

function readMethodNames(operations: Section, isClass: boolean, facts: SpecFacts): readonly NameWish[] {
  const hasDots = facts.operations.some(({ node: { operationId: id } }) => typeof id === 'string' && /[./]/.test(id));
  operations.expect(
    ['container', 'class'],
    ['methods', 'instance'],
    ['nesting', 'operationId', ...(hasDots ? [] : ['id'])],
    ['methodName', SAME],
    ['segmentName', SAME],
    ['containerName', SAME],
  );
  const [method, segment] = ['methodName', 'segmentName'].map((key) => operations.section(key));
  for (const one of [method, segment]) one?.expect(['name', SAME]);
  const cased = isClass ? readCase(method, 'casing', 'case') : undefined;
  for (const key of ['casing', 'case']) {
    method?.expect([key, 'camelCase']);
    segment?.expect([key, cased?.style ?? 'camelCase']);
  }
  if (cased === undefined || cased.style === 'camelCase') return [];
  if (cased.style === 'unchanged') {
    cased.leave('methods are in camelCase, after their `operationId`; `x-speccast-name` of an operation names one');
    return [];
  }
  return [{ named: 'operations', style: cased.style, leave: cased.leave }];
}

type EnumWish = ValueWishes['enums'];

/** Enum modes of this tool, with the style of speccast. */
const ENUM_MODES = {
  javascript: 'const',
  typescript: 'enum',
  'typescript+namespace': 'enum',
  'typescript-const': 'enum',
} as const satisfies Readonly<Record<string, EnumStyle>>;

type EnumMode = keyof typeof ENUM_MODES;

const MODES: readonly EnumMode[] = ['javascript', 'typescript', 'typescript+namespace', 'typescript-const'];

/** Reads types of values from plugins, and from the keys of versions before plugins. */
export function readHeyValues(root: Section, plugins: ReadonlyMap<string, Section>): ValueWishes {
  const types = plugins.get('@hey-api/typescript') ?? plugins.get('@hey-api/types');
  types?.expect(['topType', 'unknown']);
  const legacy = root.section('types');
  const enums = (types && readEnums(types)) ?? (legacy && readEnums(legacy)) ?? readEnums(root);
  const dates =
    legacy?.boolean('dates') === true || legacy?.choice('dates', ['types', 'types+transform']) !== undefined;
  return {
    enums,
    ...(dates && legacy !== undefined && { dates: legacy.leaver('dates') }),
    ...readTransformers(plugins),
  };
}

function readEnums(section: Section): EnumWish {
  const inner = section.section('enums');
  if (inner !== undefined) return readEnumOptions(section, inner);
  const switched = section.boolean('enums');
  const mode = switched === true ? 'javascript' : section.choice('enums', MODES);
  return mode === undefined ? undefined : toEnumWish(mode, section, 'enums');
}

function readEnumOptions(section: Section, inner: Section): EnumWish {
  inner.expect(['constantsIgnoreNull', true]);
  const isOff = inner.boolean('enabled') === false;
  const isStated = inner.has('mode');
  const mode = inner.choice('mode', MODES) ?? (isStated ? undefined : 'javascript');
  if (isOff || mode === undefined) return undefined;
  return isStated ? toEnumWish(mode, inner, 'mode') : toEnumWish(mode, section, 'enums');
}

function toEnumWish(mode: EnumMode, section: Section, key: string): EnumWish {
  const leave = section.leaver(key);
  if (mode === 'typescript-const') leave('enums are enums of TypeScript, which bundles keep, and no const enums');
  if (mode === 'typescript+namespace') leave('enums are beside their models, and in no namespace');
  return { style: ENUM_MODES[mode], leave };
}

/** Reads whether dates and large integers are converted: the plugin does so by default, as does a client that transforms. */
function readTransformers(plugins: ReadonlyMap<string, Section>): Pick<ValueWishes, 'dates' | 'bigints'> {
  const client = plugins.get('@hey-api/sdk') ?? plugins.get('@hey-api/services');
  const isAsked =
    client?.boolean('transformer') === true || client?.choice('transformer', ['@hey-api/transformers']) !== undefined;
  const plugin = plugins.get('@hey-api/transformers') ?? (isAsked ? client : undefined);
  if (plugin === undefined) return {};
  const [hasDates, hasLarge] = [plugin.boolean('dates') !== false, plugin.boolean('bigInt') !== false];
  return {
    ...(hasDates && { dates: plugin.leaver('dates') }),
    ...(hasLarge && {
      bigints: { formats: ['int64'], ...(plugin.has('bigInt') && { leave: plugin.leaver('bigInt') }) },
    }),
  };
}
