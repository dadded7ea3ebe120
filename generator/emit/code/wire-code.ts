import type { Api, Model } from '../../api/api.js';
import { findConversions, type Choice } from '../../api/conversions/conversions.js';
import { toCallersName, renames } from '../../api/conversions/names-agree.js';
import { differ } from '../../api/conversions/tell-apart.js';
import type { Schema, Direction } from '../../api/types/schema.js';
import type { Layout } from '../layout.js';
import type { CodeSymbol } from '../source-file.js';
import type { Imports } from './imports.js';
import { inBraces, literal, objectMembers, propertyKey, regexLiteral, memberKey, stringLiteral } from './literals.js';
import { ownCodecSymbol, optionalType, printShape, createTypeNames, type UseType } from './types.js';
import { differsOnWire } from '../../api/shapes/lower-models.js';
import type { Member, Shape } from '../../api/types/shape.js';

/** The context in which conversions of schemas are printed. */
export interface WireTools {
  readonly api: Api;
  readonly layout: Layout;
  readonly imports: Imports;
  /** Called with each model that the printed code refers to. */
  readonly onModel?: (model: Model) => void;
}

/** Returns a symbol of `@speccast/runtime/codecs`. */
export function codecSymbol(name: string): CodeSymbol {
  return { name, module: 'runtime/codecs' };
}

/** Prints the conversion of a schema's values (`WirePart` of the runtime): `{ codec: dateTimeAsDate }`; `undefined` if there is none. */
export function wireCode(schema: Schema, tools: WireTools): string | undefined {
  const conversions = findConversions(tools.api);
  if (!conversions.converts(schema)) return undefined;
  const entries = Object.entries(printWireMembers(schema, tools)).filter(([, value]) => value !== undefined);
  const [[key, value = ''] = []] = entries;
  // A list of one model is written without the list: `() => PetWireSchema`.
  if (key === 'all' && entries.length === 1 && value.startsWith('[() => ') && !value.includes(','))
    return value.slice(1, -1);
  return inBraces(entries.map(([name, text]) => `${name}: ${text}`));
}

/** Prints the members of a `WirePart`. A codec for the whole value is the only member. */
function printWireMembers(schema: Schema, tools: WireTools): Readonly<Record<string, string | undefined>> {
  const { codec, object = {}, array = {} } = schema;
  if (codec?.any !== undefined) return { codec: codecCode(codec.any, tools) };
  const conversions = findConversions(tools.api);
  const unions = (['oneOf', 'anyOf'] as const).flatMap((key) => conversions.findConversion(schema, key) ?? []);
  const alike = unions.flatMap((one) => (one.kind === 'all' ? one.schemas : []));
  const further = object.additionalProperties ?? object.unevaluatedProperties;
  const { whole, choices } = ownCodecs(schema, tools);
  const code = (one: Schema | undefined): string | undefined => one && wireCode(one, tools);
  const additional = code(further);
  const patterns = (object.patternProperties ?? []).map((one) => ({ ...one, value: code(one.schema) }));
  // Patterns without a conversion are listed beside those with one: a property that matches both is not converted.
  const hasPatterns = patterns.some(({ value }) => value !== undefined);
  const prefix = array.prefixItems?.map(code) ?? [];
  const alternatives = unions.flatMap((one) =>
    one.kind === 'all' ? [] : `[${one.choices.map((choice) => choiceCode(choice, one.choices, tools)).join(', ')}]`,
  );
  const lists = [...choices, ...alternatives];
  return {
    codec: whole,
    names: namesCode(schema),
    properties: propertiesCode(schema, additional !== undefined || hasPatterns, tools),
    additional,
    patterns: hasPatterns
      ? `[${patterns.map(({ pattern, value }) => `[${regexLiteral(pattern, 'u')}, ${value ?? '{}'}]`).join(', ')}]`
      : undefined,
    items: code(array.items ?? array.unevaluatedItems),
    prefix: prefix.every((one) => one === undefined) ? undefined : `[${prefix.map((one) => one ?? '{}').join(', ')}]`,
    all: allCode(schema, [...(schema.allOf ?? []), ...alike], tools),
    one: lists.length === 0 ? undefined : `[${lists.join(', ')}]`,
  };
}

/** Prints the name of a codec. Built-in codecs may be missing in `api.codecs`: headers use other ones, since their numbers are strings. */
function codecCode(id: string, { api, imports }: WireTools): string {
  const own = api.codecs?.find((codec) => codec.own === true && codec.id === id);
  return imports.use(own === undefined ? codecSymbol(id) : ownCodecSymbol(own, 'codec'));
}

/** Prints the codec of a schema if it converts all of its values (`whole`); else `choices` of codecs by type. */
function ownCodecs(
  { codec, types = [] }: Schema,
  tools: WireTools,
): { readonly whole?: string; readonly choices: readonly string[] } {
  const kinds = (['string', 'number'] as const).flatMap((kind) =>
    codec?.[kind] === undefined ? [] : [{ kind, code: codecCode(codec[kind], tools) }],
  );
  const all = new Set(types.map((type) => (type === 'integer' ? 'number' : type)));
  all.delete('null');
  const [first] = kinds;
  if (first === undefined) return { choices: [] };
  for (const { kind } of kinds) all.delete(kind);
  if (all.size === 0 && kinds.every((one) => one.code === first.code)) return { whole: first.code, choices: [] };
  const coded = kinds.map(({ kind, code }) => `{ part: { codec: ${code} }, types: ${literal([kind])} }`);
  const rest = all.size === 0 ? [] : [`{ part: {}, types: ${literal([...all])} }`];
  return { choices: [`[${[...coded, ...rest].join(', ')}]`] };
}

/** Prints the conversions of properties. `isWhole`: undeclared properties are converted, too, so unconverted ones are listed as `{}`. */
function propertiesCode({ object }: Schema, isWhole: boolean, tools: WireTools): string | undefined {
  const entries = (object?.properties ?? []).flatMap(({ name, schema }) => {
    const value = wireCode(schema, tools) ?? (isWhole ? '{}' : undefined);
    if (value === undefined) return [];
    // TypeScript gives a value under a key such as `toString` the type of that member.
    const kept = objectMembers.has(name) && value.startsWith('{') ? ' as const' : '';
    return [`${propertyKey(name)}: ${value}${kept}`];
  });
  return entries.length === 0 ? undefined : inBraces(entries);
}

/** Prints the renamed properties. Unchanged names that end in `_` beside a renamed one are listed, too, since `_` resolves collisions. */
function namesCode(schema: Schema): string | undefined {
  if (!renames(schema)) return undefined;
  const { properties = [] } = schema.object ?? {};
  const stems = new Set(properties.flatMap(({ callersName }) => callersName?.replace(/_+$/, '') ?? []));
  const listed = properties.filter(
    ({ name, callersName = name }) => callersName !== name || stems.has(name.replace(/_+$/, '')),
  );
  return inBraces(listed.map((one) => `${propertyKey(one.name)}: ${literal(toCallersName(one))}`));
}

function allCode({ ref }: Schema, schemas: readonly Schema[], tools: WireTools): string | undefined {
  const { api, layout, imports, onModel } = tools;
  const model = ref === undefined ? undefined : layout.modelById(ref);
  const codes: string[] = [];
  if (model !== undefined && findConversions(api).converts(model.schema)) {
    onModel?.(model);
    codes.push(`() => ${imports.use(layout.wire(model))}`);
  }
  codes.push(...schemas.flatMap((one) => wireCode(one, tools) ?? []));
  return codes.length === 0 ? undefined : `[${codes.join(', ')}]`;
}

/** Prints an alternative of a union, with only the facts that distinguish it from the others. */
function choiceCode({ schema, facts, required }: Choice, choices: readonly Choice[], tools: WireTools): string {
  const others = choices.filter((one) => one.schema !== schema).map((one) => one.facts);
  const tags = [...facts.tags].filter(([name, values]) =>
    others.some((other) => {
      const own = { tags: new Map([[name, values]]), required: facts.required, declared: facts.declared };
      return differ(own, { ...other, tags: other.tags });
    }),
  );
  const entries = [
    `part: ${wireCode(schema, tools) ?? '{}'}`,
    facts.types && `types: ${literal([...facts.types])}`,
    tags.length > 0 && `tags: ${literal(Object.fromEntries(tags))}`,
    required.length > 0 && `required: ${literal(required)}`,
  ].filter((one) => typeof one === 'string');
  return inBraces(entries);
}

/** Returns true if the type of a shape for callers differs from the wire. */
export function differs(shape: Shape, layout: Layout, direction: Direction): boolean {
  return differsOnWire(shape, (id) => {
    const model = layout.modelById(id);
    return direction === 'request' && model?.input !== undefined ? model.input.wire : model?.wire;
  });
}

/** A type of params, with its members. */
interface ParamsType {
  readonly name: string;
  readonly members: readonly Member[];
  /** Callers may pass parameters that the spec does not declare. */
  readonly isOpen?: boolean;
  readonly layout: Layout;
}

/** Prints the type of params on the wire: `Omit<PetsListParams, 'since'> & { readonly since: string }`. */
export function paramsOnWire({ name, members, isOpen = false, layout }: ParamsType, use: UseType): string {
  const names = createTypeNames(layout, use, { direction: 'request', side: 'wire' });
  // `Omit` of a type with an index signature loses all declared members, so all are printed.
  const changed = isOpen
    ? members
    : members.filter(({ callersName, shape }) => callersName !== undefined || differs(shape, layout, 'request'));
  const texts = changed.map((one) => {
    const type = printShape(one.shape, names);
    return `readonly ${memberKey(one.name)}${one.required ? '' : '?'}: ${one.required ? type : optionalType(type)}`;
  });
  if (isOpen) return `{ ${[...texts, 'readonly [parameter: string]: unknown'].join('; ')} }`;
  if (changed.length === members.length) return `{ ${texts.join('; ')} }`;
  return `Omit<${name}, ${changed.map((one) => stringLiteral(toCallersName(one))).join(' | ')}> & { ${texts.join('; ')} }`;
}
