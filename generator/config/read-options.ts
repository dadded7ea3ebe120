import type { Position } from '../diagnostics.js';
import { describeWrongType } from '../api/schemas/codecs.js';
import {
  DEFAULT_OUTPUT,
  options,
  type Option,
  type OutputSettings,
  type Part,
  type ServiceOptions,
  type Surface,
} from '../options.js';
import { PATTERN_STRINGS, type LocatedPattern, type OperationSubset } from '../spec/operation-pattern.js';
import { compact, isJsonObject, listOwnKeys, type Json } from '../json.js';
import { didYouMean } from '../spec/suggest.js';
import { Mapping } from './mapping.js';

/** The parts of a package that each surface needs. */
const NEEDED: Readonly<Record<Surface, readonly Part[]>> = {
  tanstack: ['client'],
  cli: ['client', 'validators'],
  mcp: ['client', 'validators'],
  agents: ['client'],
  'server-types': ['client', 'validators'],
};

/**
 * Returns a message about a list, such as `['client', 'mocks']` of `parts`, and the wrong item; without an item, the message is about
 * the whole list. Returns `undefined` for a list without mistakes. The last parameter has the options that were read before it.
 */
export function checkList(
  key: string,
  items: readonly string[],
  { output, parts }: ServiceOptions,
): { readonly message: string; readonly item?: string } | undefined {
  const { item = '', values = [] } = options[key] ?? {};
  const unknown = items.find((one) => !values.includes(one));
  if (unknown !== undefined) {
    const hint = didYouMean(unknown, values) || `; there are ${values.join(', ')}`;
    return { item: unknown, message: `there is no ${item} ${JSON.stringify(unknown)}${hint}` };
  }
  const twice = items.find((one, index) => items.indexOf(one) < index);
  if (twice !== undefined) return { message: `the ${item} ${JSON.stringify(twice)} is listed twice` };
  if (key === 'parts' && items.length === 0) return { message: `at least one part is needed: ${values.join(', ')}` };
  if (key === 'parts' && items.includes('emulator') && !items.includes('validators'))
    return { message: 'the part "emulator" validates requests with "validators"; list that, too' };
  for (const surface of key === 'surfaces' ? items : []) {
    if (surface === 'agents' && output === 'source')
      return { item: surface, message: 'the surface "agents" is made of pages of a package; plain source has none' };
    // `as`: unknown surfaces were reported above.
    const lack = NEEDED[surface as Surface].find((part) => parts?.includes(part) === false);
    if (lack !== undefined)
      return { item: surface, message: `the surface "${surface}" needs the part "${lack}"; list that, too` };
  }
  return undefined;
}

/** Puts the items of a list into the order of the table. */
export function sortItems(key: string, items: readonly string[]): readonly string[] {
  return (options[key]?.values ?? []).filter((one) => items.includes(one));
}

/** Reads the options of a service, except those of the kind `own`; `output`, `parts` and `importExtension` always have a value. */
export function readOptions(service: Mapping): OutputSettings {
  const values: Record<string, unknown> = {};
  const optionsAt: Record<string, Position> = {};
  for (const [key, option] of Object.entries(options)) {
    if (!service.has(key)) continue;
    optionsAt[key] = service.at(key);
    const value = READERS[option.kind](service, key, { option, others: values, optionsAt });
    if (value !== undefined) values[key] = value;
  }
  const read: OutputSettings = { ...DEFAULT_OUTPUT, ...values, optionsAt };
  for (const [key, { of = read.output, otherwise = '' }] of Object.entries(options))
    if (of !== read.output && service.has(key))
      service.report(
        key,
        of === 'source'
          ? `\`${key}\` goes with \`output: source\`; ${otherwise}`
          : `\`${key}\` goes with packages; \`output: source\` has no package.json`,
      );
  return read;
}

/** The option that is read, the options that were read before it, and the positions, to which readers of mappings add. */
interface ReadOptionContext {
  readonly option: Option;
  readonly others: ServiceOptions;
  readonly optionsAt: Record<string, Position>;
}

/** Readers of values by the kinds of options. Other functions read options of the kind `own`. */
const READERS: Readonly<
  Record<Option['kind'], (service: Mapping, key: string, context: ReadOptionContext) => unknown>
> = {
  choice: (service, key, { option: { values = [] } }) => service.choice(key, values),
  boolean: (service, key) => service.boolean(key),
  list: readList,
  choices: readMapping,
  texts: readMapping,
  own: () => undefined,
};

function readList(service: Mapping, key: string, { option, others }: ReadOptionContext): readonly string[] | undefined {
  const { item = '', values = [] } = option;
  const known = values.join(', ');
  const list = service.list(key, [
    `\`${key}\` must be a list of ${known}`,
    `a ${item} is one of ${known}`,
    `the ${item}`,
  ]);
  if (list === undefined) return undefined;
  const items = list.map(({ text }) => text);
  const wrong = checkList(key, items, others);
  // If `service.list` left items out, it has reported them.
  const isWhole = JSON.stringify(items) === JSON.stringify(service.value(key));
  if (isWhole && wrong !== undefined) {
    const at = list.find(({ text }) => text === wrong.item)?.at ?? service.at(key);
    service.reject(wrong.message, at);
  }
  return sortItems(key, items);
}

/** Reads a mapping such as `{ properties: camelCase }`, and notes where each entry is: `names.properties`. */
function readMapping(service: Mapping, key: string, { option, optionsAt }: ReadOptionContext): unknown {
  const { keys, values = [] } = option;
  const value = service.value(key);
  if (!isJsonObject(value)) {
    const form = keys === undefined ? 'from formats to types' : `such as { ${Object.keys(keys)[0]}: ${values[0]} }`;
    return service.report(key, `\`${key}\` must be a mapping ${form}`);
  }
  const mapping = new Mapping(service.reader, value);
  const known = Object.keys(keys ?? value);
  mapping.checkKeys(known);
  const entries = known.flatMap((name) => {
    const one = keys === undefined ? readType(service, mapping, name) : mapping.choice(name, values);
    if (one === undefined) return [];
    optionsAt[`${key}.${name}`] = keys === undefined ? mapping.keyAt(name) : mapping.at(name);
    return [[name, one] as const];
  });
  return Object.fromEntries(entries);
}

/** Reads the type of a format. If it names a codec, mistakes in that are reported at the codec only. */
function readType(service: Mapping, types: Mapping, format: string): string | undefined {
  const type = types.value(format);
  const problem =
    typeof type === 'string'
      ? describeWrongType(format, type, listOwnKeys(service.value('codecs')))
      : `the type of ${format} must be a string`;
  return problem === undefined ? String(type) : types.report(format, problem);
}

/** Keys of `operations`. */
const LISTS = ['include', 'exclude'] as const;

/** Keys of an entry of `include`. An entry of `exclude` may also have `webhook`. */
const INCLUDE_KEYS: readonly string[] = ['tag', 'operationId', 'path', 'method', 'deprecated'];

/** Reads `operations` of a service: patterns of the operations that are generated. */
export function readSubset(service: Mapping): { readonly operations?: OperationSubset } {
  const value = service.value('operations');
  if (value === undefined) return {};
  if (!isJsonObject(value))
    return service.report('operations', '`operations` must be a mapping with `include` or `exclude`') ?? {};
  const mapping = new Mapping(service.reader, value);
  mapping.checkKeys(LISTS);
  const found = LISTS.flatMap((key) => (mapping.has(key) ? [[key, readPatterns(mapping, key)] as const] : []));
  if (found.length === 0) service.report('operations', '`operations` must have `include` or `exclude`');
  return { operations: Object.fromEntries(found) };
}

function readPatterns(mapping: Mapping, key: (typeof LISTS)[number]): readonly LocatedPattern[] {
  const list = mapping.value(key);
  const form = key === 'include' ? '{ tag: orders }' : '{ deprecated: true }';
  if (!Array.isArray(list) || list.length === 0)
    return mapping.report(key, `\`${key}\` must be a list of entries such as ${form}`) ?? [];
  const keys = key === 'include' ? INCLUDE_KEYS : [...INCLUDE_KEYS, 'webhook'];
  return list.flatMap((value: Json, index) => {
    const at = mapping.reader.positions.ofValue(list, index);
    if (!isJsonObject(value) || Object.keys(value).length === 0)
      return mapping.reject(`an entry of \`${key}\` is like ${form}`, at) ?? [];
    const entry = new Mapping(mapping.reader, value);
    entry.checkKeys(keys);
    const strings = PATTERN_STRINGS.map((name) => [name, entry.string(name)] as const);
    return [compact({ ...Object.fromEntries(strings), deprecated: entry.boolean('deprecated'), at })];
  });
}
