import type { EnumStyle } from '../../api/types/shape.js';
import type { Section } from '../settings/section.js';
import type { ValueWishes } from '../values/value-keys.js';

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
  types?.expect('topType', 'unknown');
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
  inner.expect('constantsIgnoreNull', true);
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

/** Dates and large integers are converted unless they are switched off; a client that transforms asks for both. */
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
