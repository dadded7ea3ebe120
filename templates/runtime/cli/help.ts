import { isJsonObject } from '../json.js';
import { credentialVariables } from '../tools/credentials.js';
import type { Tool } from '../tools/catalogue.js';
import type { ToolPackage } from '../tools/tool-package.js';
import type { CommandTree } from './commands/find-command.js';
import { type CommonOption, globalOptions, loginOptions } from './options/common-options.js';
import { type ListedOption, optionTable } from './options/option-table.js';
import { oneLine } from '../printable.js';
import { cut, paragraphs, widthOf, wrap } from './text/printable.js';

/** Most characters that explain one option. */
const longestOption = 600;
/** Widest column of names. */
const widestName = 34;

/** One line of a list: a name, and what is said of it. */
type Entry = readonly [name: string, text: string];

/** A heading, and the list below it. */
interface Section {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** Commands beside those of the service. */
export const ownCommands: readonly (Entry & readonly [string, string])[] = [
  ['auth login', 'Signs in with a browser, and stores the sign-in for you alone.'],
  ['auth status', 'Says which credentials there are.'],
  ['auth logout', 'Forgets the stored sign-in.'],
  ['completion', 'Prints a script that completes commands: bash, zsh or fish.'],
];

/** Help of the package: its resources and commands. */
export function helpOfPackage(tools: ToolPackage, tree: CommandTree, width: number): string {
  const { info } = tools.document;
  const texts = isJsonObject(info) ? info : {};
  const about = [texts['title'], texts['version']].filter((one) => typeof one === 'string').join(' ');
  const more = texts['summary'] ?? texts['description'];
  const own = ownCommands.filter(([name]) => tools.signIn !== undefined || name !== 'auth login');
  const sections: readonly Section[] = [
    ...treeSections(tree),
    { title: 'Commands', entries: own },
    { title: 'Options', entries: globalOptions.map(entryOf) },
    { title: 'Credentials', entries: credentialEntries(tools) },
    { title: 'Exit codes', entries: exitCodeEntries },
  ];
  return page(
    [
      `Usage: ${tools.command} <resource> <method> [options]`,
      '',
      ...paragraphs(oneLine(about, 200), width),
      ...(typeof more === 'string' ? paragraphs(cut(more, 600), width) : []),
    ],
    [...sections, note(`${tools.command} <resource> --help tells more.`)],
    width,
  );
}

const exitCodeEntries: readonly Entry[] = [
  ['0', 'done'],
  ['1', 'the service rejected the call, or something else failed'],
  ['2', 'wrong usage: nothing was sent'],
  ['3', 'a credential is missing or was rejected'],
  ['4', 'not found'],
  ['5', 'the network or the service failed, or time ran out'],
  ['6', 'a quota or rate limit is reached'],
  ['130', 'interrupted'],
];

function credentialEntries(tools: ToolPackage): readonly Entry[] {
  return credentialVariables(tools).flatMap(({ scheme, variables }) =>
    variables.map(
      (names) =>
        [names.join(', '), `environment variable${names.length > 1 ? 's' : ''} for ${oneLine(scheme, 60)}`] as const,
    ),
  );
}

/** Help of a resource: its methods, and resources below it. */
export function helpOfResource(tools: ToolPackage, tree: CommandTree, width: number): string {
  const usage = `Usage: ${tools.command} ${tree.path.join(' ')} <method> [options]`;
  const hint = note(`${tools.command} ${tree.path.join(' ')} <method> --help tells more.`);
  return page([usage], [...treeSections(tree), hint], width);
}

function treeSections({ path, resources, methods }: CommandTree): readonly Section[] {
  const below = [...resources].map(([name, tree]) => [name, namesIn(tree).join(', ')] as const);
  const own = [...methods].map(([name, tool]) => [name, summaryOf(tool)] as const);
  return [
    { title: path.length === 0 ? 'Resources' : 'Resources below it', entries: below },
    { title: 'Methods', entries: own },
  ];
}

function namesIn({ resources, methods }: CommandTree): readonly string[] {
  return [...methods.keys(), ...[...resources.keys()].map((name) => `${name} …`)];
}

function summaryOf(tool: Tool): string {
  const text = oneLine(tool.summary || (tool.description.split(/(?<=\.)\s/)[0] ?? ''), 200);
  return (
    (tool.isDeprecated ? 'Deprecated. ' : '') +
    (text || `${tool.operation.method} ${oneLine(tool.operation.path, 100)}`)
  );
}

/** Help of an operation: its parameters, the properties of its body, and what else it takes. */
export function helpOfOperation(
  tools: ToolPackage,
  { path, tool }: { readonly path: readonly string[]; readonly tool: Tool },
  width: number,
): string {
  const table = optionTable(tool);
  const own = table.parameters.filter(({ parameter }) => !parameter.isCommon);
  const shared = table.parameters.filter(({ parameter }) => parameter.isCommon);
  const isGlobal = (one: CommonOption): boolean => globalOptions.includes(one);
  const required = own.filter(({ isRequired }) => isRequired).map((one) => ` --${one.name} ${valueName(one)}`);
  const description = [tool.summary, tool.description].filter((text) => text !== '').join('\n\n');
  const { quota } = tool.operation;
  const cost = quota === undefined ? '' : `; costs ${quota.cost} of ${oneLine(quota.bucket ?? 'the quota', 40)}`;
  const head = [
    `Usage: ${tools.command} ${path.join(' ')}${required.join('')} [options]`,
    '',
    ...(tool.isDeprecated ? ['Deprecated.', ''] : []),
    ...paragraphs(description, width),
    ...(description === '' ? [] : ['']),
    `${tool.operation.method} ${oneLine(tool.operation.path, 200)}${cost}`,
  ];
  const sections: readonly Section[] = [
    { title: 'Parameters', entries: own.map(listedEntry) },
    { title: 'Parameters of all operations', entries: shared.map(listedEntry) },
    { title: 'Properties of the body', entries: table.body.map(listedEntry) },
    { title: 'Call and output', entries: table.common.filter((one) => !isGlobal(one)).map(entryOf) },
    { title: 'Options', entries: globalOptions.map(entryOf) },
  ];
  const rule =
    'Lists are repeated or separated by commas (\\, for a comma in an item). Where an option of this command, a parameter and a property of the body have one name, the first of them has it: the others are --param.<name> and --body.<name>, which always work.';
  return page(head, [...sections, note(rule)], width);
}

/** Help of `auth login`. */
export function helpOfLogin(tools: ToolPackage, width: number): string {
  const head = [
    `Usage: ${tools.command} auth login [options]`,
    '',
    'Signs in with a browser on this machine, and stores the tokens in a file that only you can read.',
  ];
  const scopes = (tools.signIn?.scopes ?? []).map((name) => [oneLine(name, 100), ''] as const);
  return page(
    head,
    [
      { title: 'Options', entries: loginOptions.map(entryOf) },
      { title: 'Scopes', entries: scopes },
    ],
    width,
  );
}

function entryOf({ name, short, value, optional, description }: CommonOption): Entry {
  const shown = value === undefined ? '' : optional === true ? `[=${value}]` : ` <${value}>`;
  return [`${short === undefined ? '' : `-${short}, `}--${name}${shown}`, description];
}

function listedEntry(option: ListedOption): Entry {
  const { name, facts, choices: all, isRequired, description } = option;
  const isBoolean = facts.types.has('boolean');
  const start = facts.choices === undefined ? 'Any of' : 'One of';
  const choices = all === undefined ? '' : `${start} ${all.map((one) => oneLine(one, 60)).join(', ')}.`;
  const text = [isRequired ? 'Required.' : '', oneLine(description, 400), facts.notes, choices].filter(
    (one) => one !== '',
  );
  return [isBoolean ? `--[no-]${name}` : `--${oneLine(name, 100)} ${valueName(option)}`, text.join(' ')];
}

function valueName({ isFile = false, facts: { types, items, choices } }: ListedOption): string {
  if (isFile) return types.has('array') ? '<files>' : '<file>';
  if (types.has('array') && !types.has('string'))
    return isJsonObject(items) && items['type'] === 'object' ? '<json>' : '<list>';
  if (types.has('object')) return '<json>';
  if (types.has('string')) return choices === undefined ? '<text>' : '<word>';
  return types.has('integer') ? '<n>' : types.has('number') ? '<number>' : '<value>';
}

function note(text: string): Section {
  return { title: '', entries: [['', text]] };
}

function page(head: readonly string[], sections: readonly Section[], width: number): string {
  const lines = [...head];
  for (const { title, entries } of sections) {
    if (entries.length === 0) continue;
    lines.push('');
    if (title === '') lines.push(...entries.flatMap(([, text]) => wrap(text, width)));
    else lines.push(`${title}:`, ...listLines(entries, width));
  }
  return `${lines.join('\n')}\n`;
}

function listLines(entries: readonly Entry[], width: number): readonly string[] {
  const wide = Math.min(widestName, Math.max(...entries.map(([name]) => widthOf(name))));
  return entries.flatMap(([name, text]) => {
    const texts = wrap(oneLine(text, longestOption), Math.max(30, width - wide - 4));
    const isLong = widthOf(name) > wide;
    const [first = '', ...rest] = isLong ? ['', ...texts] : texts;
    const indent = ' '.repeat(wide + 4);
    const start = `  ${isLong ? name : name + ' '.repeat(wide - widthOf(name))}  ${first}`.trimEnd();
    return [start, ...rest.map((line) => indent + line)];
  });
}
