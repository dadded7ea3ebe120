import { inCase, type NameCase } from '../../api/tools/name-options.js';
import type { Json } from '../../json.js';
import type { OverlayAction } from '../migration.js';
import type { Section } from '../settings/section.js';
import type { SpecFacts } from '../spec-facts.js';
import { nameConstants } from '../values/constant-names.js';
import { keepWholeIds } from '../values/keep-ids.js';
import { inPattern, renameAllTypes } from '../values/type-names.js';
import type { NameWish } from '../values/value-keys.js';

/** Names of cases in this tool. */
const CASES = ['camelCase', 'PascalCase', 'snake_case', 'preserve'] as const;

/** A pattern that changes nothing. */
const SAME = '{{name}}';

/** Keys, wishes and actions that follow from options about names. */
export interface HeyNames {
  readonly keys: readonly (readonly [string, Json])[];
  readonly names: readonly NameWish[];
  readonly actions: readonly OverlayAction[];
}

/** Reads how types, functions and methods are called. */
export function readHeyNames(root: Section, plugins: ReadonlyMap<string, Section>, facts: SpecFacts): HeyNames {
  const types = readTypeNames(root, plugins.get('@hey-api/typescript') ?? plugins.get('@hey-api/types'), facts);
  const sdk = readSdk(plugins.get('@hey-api/sdk') ?? plugins.get('@hey-api/services'), facts);
  return { keys: sdk.keys, names: [...types.names, ...sdk.names], actions: types.actions };
}

/** Constants are in capitals unless something else is said; their names are those of the values, in that case. */
export function readConstantNames(plugins: ReadonlyMap<string, Section>, facts: SpecFacts): readonly OverlayAction[] {
  const types = plugins.get('@hey-api/typescript') ?? plugins.get('@hey-api/types');
  const cases = [...CASES, 'SCREAMING_SNAKE_CASE'] as const;
  const enums = types?.section('enums');
  const stated = enums?.choice('case', cases) ?? types?.choice('enumsCase', cases);
  // A case that there is not is listed.
  if (stated === undefined && (enums?.has('case') === true || types?.has('enumsCase') === true)) return [];
  const style = stated ?? 'SCREAMING_SNAKE_CASE';
  return nameConstants(facts, (value) => {
    if (style === 'SCREAMING_SNAKE_CASE') return inCase(value, 'snake_case').toUpperCase();
    return style === 'preserve' ? value : inCase(value, style);
  });
}

/** A case, and the key that says it. */
interface StatedCase {
  readonly style: NameCase;
  readonly leave: (message: string) => void;
}

/** `identifierCase` and `style` are what earlier versions called `case`. */
function readCase(section: Section | undefined, ...keys: readonly string[]): StatedCase | undefined {
  for (const key of keys) {
    const found = section?.choice(key, CASES);
    if (section === undefined || found === undefined) continue;
    return { style: found === 'preserve' ? 'unchanged' : found, leave: section.leaver(key) };
  }
  return undefined;
}

/** A pattern for names, and the key that says it. */
interface StatedPattern {
  readonly pattern: string;
  readonly leave: (message: string) => void;
}

function readPattern(section: Section | undefined, key: string): StatedPattern | undefined {
  const pattern = section?.string(key);
  return section === undefined || pattern === undefined ? undefined : { pattern, leave: section.leaver(key) };
}

/** Types are in PascalCase unless something else is said; a pattern or the spelling of the document names each of them. */
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

/** Reads how calls are written: as functions (`./operations`), or as classes (resources of the client). */
function readSdk(sdk: Section | undefined, facts: SpecFacts): Pick<HeyNames, 'keys' | 'names'> {
  if (sdk === undefined) return { keys: [], names: [] };
  readSame(sdk);
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

/** Options that say what is so here, too. */
function readSame(sdk: Section): void {
  sdk.expect('auth', true);
  sdk.expect('client', true, '@hey-api/client-fetch');
  sdk.expect('operationId', true);
  sdk.expect('classStructure', 'auto');
  sdk.expect('methodNameBuilder', SAME);
  sdk.expect('response', 'body');
  sdk.expect('responseStyle', 'data');
}

function readMethodNames(operations: Section, isClass: boolean, facts: SpecFacts): readonly NameWish[] {
  operations.expect('container', 'class');
  operations.expect('methods', 'instance');
  const hasDots = facts.operations.some(({ node: { operationId: id } }) => typeof id === 'string' && /[./]/.test(id));
  operations.expect('nesting', 'operationId', ...(hasDots ? [] : ['id']));
  for (const key of ['methodName', 'segmentName', 'containerName']) operations.expect(key, SAME);
  const [method, segment] = ['methodName', 'segmentName'].map((key) => operations.section(key));
  for (const one of [method, segment]) one?.expect('name', SAME);
  const cased = isClass ? readCase(method, 'casing', 'case') : undefined;
  for (const key of ['casing', 'case']) {
    method?.expect(key, 'camelCase');
    segment?.expect(key, cased?.style ?? 'camelCase');
  }
  if (cased === undefined || cased.style === 'camelCase') return [];
  if (cased.style === 'unchanged') {
    cased.leave('methods are in camelCase, after their `operationId`; `x-speccast-name` of an operation names one');
    return [];
  }
  return [{ named: 'operations', style: cased.style, leave: cased.leave }];
}
