import type { Json } from '../../json.js';
import type { Tool, ToolParameter } from '../../tools/catalogue.js';
import { kebabCase } from '../text/names.js';
import { callOptions, type CommonOption, globalOptions, reservedNames } from './common-options.js';
import { schemaFacts, type SchemaFacts } from './schema-facts.js';

/** What an option sets. */
export type OptionTarget =
  | { readonly kind: 'common'; readonly option: CommonOption }
  | {
      /** A parameter, a property of the body, or what is below one of them. */
      readonly kind: 'value';
      readonly in: 'parameter' | 'body';
      /** Property of the params object or of the body, and the way below it. */
      readonly steps: readonly string[];
      readonly facts: SchemaFacts;
      readonly schema: Json;
      /** `--no-…`: the value is false. */
      readonly isNegated: boolean;
    };

/** An option as help and completion list it. */
export interface ListedOption {
  /** Without dashes. */
  readonly name: string;
  readonly facts: SchemaFacts;
  /** All values that it or its items may have, where they are listed. */
  readonly choices: readonly string[] | undefined;
  readonly isRequired: boolean;
  readonly description: string;
  /** Its value is the path of a file. */
  readonly isFile?: boolean;
}

/** All options of an operation. */
export interface OptionTable {
  readonly find: (name: string) => OptionTarget | undefined;
  readonly common: readonly CommonOption[];
  readonly parameters: readonly (ListedOption & { readonly parameter: ToolParameter })[];
  /** Properties of the body that flags can set, to a depth that reads well; empty where it is no object. */
  readonly body: readonly ListedOption[];
}

/** Levels of properties that help lists; flags reach further. */
const deepestListed = 4;
/** Properties that help lists at most. */
const mostListed = 200;

/** Reads the options of an operation; what names them is read when it is needed. */
export function optionTable(tool: Tool): OptionTable {
  const common = [...callOptions.filter(({ fits }) => fits?.(tool) ?? true), ...globalOptions];
  const parameters = listParameters(tool);
  const taken = new Set(parameters.map(({ name }) => name));
  let body: readonly ListedOption[] | undefined;
  return {
    common,
    parameters,
    get body() {
      return (body ??= listBody(tool, taken));
    },
    find: (name) => {
      const option = common.find((one) => one.name === name);
      if (option !== undefined) return { kind: 'common', option };
      const found = findValue(tool, parameters, name);
      if (found !== undefined) return { ...found, isNegated: false };
      const positive = name.startsWith('no-') ? findValue(tool, parameters, name.slice(3)) : undefined;
      return positive?.facts.types.has('boolean') === true ? { ...positive, isNegated: true } : undefined;
    },
  };
}

/** The rule for names: options of this command first, then parameters, then the body; `--param.x` and `--body.x` always work. */
function listParameters(tool: Tool): OptionTable['parameters'] {
  const taken = new Set<string>();
  return tool.parameters.map((parameter) => {
    const own = kebabCase(parameter.property);
    const isFree = own !== '' && !reservedNames.has(own) && !taken.has(own);
    const name = isFree ? own : `param.${parameter.property}`;
    taken.add(name);
    const facts = schemaFacts(tool, parameter.schema);
    const description = parameter.description || facts.description;
    return { name, facts, choices: choicesOf(tool, facts), isRequired: parameter.required, description, parameter };
  });
}

/** All values that an option or the items of its list may have, where they are listed. */
export function choicesOf(tool: Pick<Tool, 'schemas'>, { choices, items }: SchemaFacts): readonly string[] | undefined {
  return choices ?? (items === undefined ? undefined : schemaFacts(tool, items).choices);
}

type FoundValue = Omit<Extract<OptionTarget, { kind: 'value' }>, 'isNegated'>;

function findValue(tool: Tool, parameters: OptionTable['parameters'], name: string): FoundValue | undefined {
  for (const one of parameters) {
    const { property, schema } = one.parameter;
    for (const start of [one.name, property, `param.${property}`]) {
      const isReserved = start === property && reservedNames.has(property);
      if (isReserved || (name !== start && !name.startsWith(`${start}.`))) continue;
      const below = walk(tool, schema, name === start ? [] : name.slice(start.length + 1).split('.'));
      if (below !== undefined) return { kind: 'value', in: 'parameter', ...below, steps: [property, ...below.steps] };
    }
  }
  if (tool.body === undefined) return undefined;
  const way = name.startsWith('body.') ? name.slice('body.'.length) : name;
  const below = walk(tool, tool.body.schema, way.split('.'));
  return below && below.steps.length > 0 ? { kind: 'value', in: 'body', ...below } : undefined;
}

/** Goes down properties of objects, by their own names or as they are typed; a map takes any. */
function walk(
  tool: Tool,
  schema: Json,
  way: readonly string[],
): { readonly steps: readonly string[]; readonly facts: SchemaFacts; readonly schema: Json } | undefined {
  let at = schema;
  let facts = schemaFacts(tool, at);
  const steps: string[] = [];
  for (const word of way) {
    if (word === '') return undefined;
    const step = facts.properties.has(word)
      ? word
      : [...facts.properties.keys()].find((one) => kebabCase(one) === word);
    const next = step === undefined ? facts.additional : facts.properties.get(step);
    if (next === undefined) return undefined;
    steps.push(step ?? word);
    at = next;
    facts = schemaFacts(tool, at);
  }
  return { steps, facts, schema: at };
}

function listBody(tool: Tool, taken: ReadonlySet<string>): readonly ListedOption[] {
  if (tool.body === undefined) return [];
  const found: ListedOption[] = [];
  const add = (facts: SchemaFacts, start: string, depth: number, isRequired: boolean): void => {
    for (const [property, schema] of facts.properties) {
      const own = schemaFacts(tool, schema);
      const typed = kebabCase(property);
      if (own.isReadOnly || typed === '' || typed.includes('.') || found.length >= mostListed) continue;
      const name = `${start}${typed}`;
      const needed = isRequired && facts.required.has(property);
      if (own.properties.size > 0 && depth < deepestListed) add(own, `${name}.`, depth + 1, needed);
      else {
        const isTaken = reservedNames.has(name) || taken.has(name) || name.startsWith('param.');
        const listed = isTaken ? `body.${name}` : name;
        found.push({
          name: listed,
          facts: own,
          choices: choicesOf(tool, own),
          isRequired: needed,
          description: own.description,
          isFile: start === '' && tool.body?.files.has(property) === true,
        });
      }
    }
  };
  add(schemaFacts(tool, tool.body.schema), '', 1, true);
  return found;
}

/** All names that an operation's options have. */
export function* optionNames(table: OptionTable): Iterable<string> {
  for (const { name } of table.common) yield name;
  for (const { name, facts } of [...table.parameters, ...table.body]) {
    yield name;
    if (facts.types.has('boolean')) yield `no-${name}`;
  }
}
