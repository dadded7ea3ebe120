import type { Tool } from '../../tools/catalogue.js';
import { kebabCase } from '../text/names.js';
import { callOptions, type CliOption, globalOptions, type OptionTarget, reservedNames } from './common-options.js';
import { listLeaves, readSchemaFacts, type SchemaFacts } from './schema-facts.js';

/** An option that sets a parameter or a property of the body. */
export interface ValueOption extends CliOption {
  readonly target: OptionTarget;
}

/** All options of an operation. */
export interface OptionTable {
  /** Finds an option by its name without dashes. Also finds deep properties, which the lists do not contain. */
  readonly find: (name: string) => CliOption | undefined;
  /** Lists the names of all options. */
  readonly listNames: () => readonly string[];
  readonly common: readonly CliOption[];
  readonly parameters: readonly ValueOption[];
  /** Lists options for properties of the body, at most four levels deep; none if the body is not an object. */
  readonly listBody: () => readonly ValueOption[];
}

/** Reads the options of an operation. */
export function readOptionTable(tool: Tool): OptionTable {
  const common = [...callOptions.filter(({ fits }) => fits?.(tool) ?? true), ...globalOptions];
  const parameters = listParameters(tool);
  const table: OptionTable = {
    common,
    parameters,
    listBody: () => listBody(tool, parameters),
    listNames: () =>
      [...common, ...parameters, ...table.listBody()].flatMap(({ name, target }) =>
        target?.facts.types.has('boolean') ? [name, `no-${name}`] : name,
      ),
    find: (name) => {
      const found = common.find((one) => one.name === name) ?? findValue(tool, parameters, name);
      if (found || !name.startsWith('no-')) return found;
      const { target } = findValue(tool, parameters, name.slice(3)) ?? {};
      if (!target?.facts.types.has('boolean')) return undefined;
      return { name, description: '', target: { ...target, isNegated: true } };
    },
  };
  return table;
}

/** Lists options for parameters. A parameter whose name is taken by an option of the command is `--param.<name>`. */
function listParameters(tool: Tool) {
  const taken = new Set(reservedNames);
  return tool.parameters.map(({ property, schema, description, required: isRequired, isCommon }) => {
    const own = kebabCase(property);
    const name = own === '' || taken.has(own) ? `param.${property}` : own;
    taken.add(name);
    const facts = { ...readSchemaFacts(tool, schema), ...(description && { description }) };
    return toOption(tool, name, { steps: [property], facts, isRequired, isCommon });
  });
}

function listBody(tool: Tool, parameters: readonly ValueOption[]) {
  const taken = new Set([...reservedNames, ...parameters.map(({ name }) => name)]);
  const isLeftOut = (property: string, { isReadOnly }: SchemaFacts) => isReadOnly || /^$|\./.test(kebabCase(property));
  // Four levels in help and completion. `find` goes deeper.
  return listLeaves(tool, locateBody(tool).facts, 4, isLeftOut).map(({ steps, ...leaf }) => {
    const name = steps.map(kebabCase).join('.');
    const isTaken = taken.has(name) || name.startsWith('param.');
    return toOption(tool, isTaken ? `body.${name}` : name, { ...leaf, steps: ['body', ...steps] });
  });
}

/** The location of a value in the params of a call, and the facts of its schema. */
type Place = Pick<OptionTarget, 'steps' | 'facts'>;

function locateBody(tool: Tool): Place {
  return { steps: ['body'], facts: readSchemaFacts(tool, tool.body?.schema ?? {}) };
}

/** Finds an option by its listed name, by the name of a property, or by a longer name: `owner.first-name`. */
function findValue(tool: Tool, parameters: readonly ValueOption[], name: string): ValueOption | undefined {
  for (const option of parameters) {
    const [property = ''] = option.target.steps;
    const names = [option.name, `param.${property}`, ...(reservedNames.has(property) ? [] : [property])];
    const start = names.find((one) => `${name}.`.startsWith(`${one}.`));
    if (start === undefined) continue;
    const found = followProperties(tool, option.target, name.slice(start.length).split('.').slice(1));
    if (found) return toOption(tool, name, found);
  }
  const found = followProperties(tool, locateBody(tool), name.replace(/^body\./, '').split('.'));
  return found && toOption(tool, name, found);
}

/** Follows names of properties, as in the spec or in kebab case, down from a value. A map has properties of any name. */
function followProperties(tool: Tool, start: Place, words: readonly string[]): Place | undefined {
  let { steps, facts } = start;
  for (const word of words) {
    const { properties, additional } = facts;
    const property = properties.has(word) ? word : [...properties.keys()].find((one) => kebabCase(one) === word);
    const next = property === undefined ? additional : properties.get(property);
    if (next === undefined || word === '') return undefined;
    steps = [...steps, property ?? word];
    facts = readSchemaFacts(tool, next);
  }
  return { steps, facts };
}

/** Describes the option that sets a value. */
function toOption(tool: Tool, name: string, place: Omit<OptionTarget, 'isFile'>): ValueOption {
  const { steps, facts } = place;
  const { types, items, description } = facts;
  const [root, property = '', ...below] = steps;
  const isFile = root === 'body' && !below.length && tool.body?.files.has(property) === true;
  return {
    name,
    value: isFile ? (types.has('array') ? 'files' : 'file') : nameValue(facts),
    // `--dry-run` without a value is `true`.
    isOptional: types.has('boolean') && [...types].every((type) => type === 'boolean' || type === 'null'),
    choices: facts.choices ?? readSchemaFacts(tool, items ?? true).choices,
    description,
    target: { ...place, isFile },
  };
}

function nameValue({ types, items, choices }: SchemaFacts) {
  if (types.has('array') && !types.has('string')) return Object(items).type === 'object' ? 'json' : 'list';
  if (types.has('object')) return 'json';
  if (types.has('string')) return choices ? 'word' : 'text';
  return types.has('integer') ? 'n' : types.has('number') ? 'number' : 'value';
}
