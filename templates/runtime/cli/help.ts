import { credentialVariables } from '../tools/credentials.js';
import type { Tool } from '../tools/catalogue.js';
import type { ToolPackage } from '../tools/tool-package.js';
import { oneLine } from '../printable.js';
import { exitCodes } from './cli-io.js';
import type { CommandTree, FoundCommand, OwnCommand } from './commands/find-command.js';
import { type CliOption, globalOptions, loginOptions } from './options/common-options.js';
import { optionTable } from './options/option-table.js';
import { cut, measureText, paragraphs, wrap } from './text/printable.js';

/** Most characters that explain one option. */
const longestOption = 600;
/** Widest column of names. */
const widestName = 34;

/** A name in a list, and the text that explains it. */
type Entry = readonly [name: string, text: string];

/** A heading, and the list below it. */
type Section = readonly [title: string, entries: readonly Entry[]];

const ownCommands: readonly Entry[] = [
  ['auth login', 'Signs in with a browser, and stores the sign-in for you alone.'],
  ['auth status', 'Says which credentials there are.'],
  ['auth logout', 'Forgets the stored sign-in.'],
  ['completion', 'Prints a script that completes commands: bash, zsh or fish.'],
];

/** Writes the help of a command in lines of at most `width` columns. */
export function describeCommand(tools: ToolPackage, command: FoundCommand | OwnCommand, width: number): string {
  if (command === 'completion') return `Usage: ${tools.command} completion bash|zsh|fish\n`;
  if (typeof command === 'string') return describeLogin(tools, width);
  const { path, tool, tree } = command;
  if (tool) return describeOperation([tools.command, ...path].join(' '), tool, width);
  if (path.length === 0) return describePackage(tools, tree, width);
  const start = [tools.command, ...path, '<method>'].join(' ');
  return writePage([`Usage: ${start} [options]`], listTree(tree), `${start} --help tells more.`, width);
}

function describePackage(tools: ToolPackage, tree: CommandTree, width: number): string {
  const { title, version, summary, description } = Object(tools.document['info']);
  const about = [title, version].filter((one) => typeof one === 'string').join(' ');
  const more = summary ?? description;
  const credentials = credentialVariables(tools).flatMap(({ scheme, variables }) =>
    variables.map((names): Entry => {
      const s = names.length > 1 ? 's' : '';
      return [names.join(', '), `environment variable${s} for ${oneLine(scheme, 60)}`];
    }),
  );
  const start = `${tools.command} <resource>`;
  const head = [
    `Usage: ${start} <method> [options]`,
    '',
    ...paragraphs(oneLine(about, 200), width),
    ...(typeof more === 'string' ? paragraphs(cut(more, 600), width) : []),
  ];
  const sections: readonly Section[] = [
    ...listTree(tree),
    ['Commands', ownCommands.filter(([name]) => tools.signIn !== undefined || name !== 'auth login')],
    ['Options', globalOptions.map(listOption)],
    ['Credentials', credentials],
    ['Exit codes', Object.values(exitCodes).map(([code, meaning]) => [String(code), meaning])],
  ];
  return writePage(head, sections, `${start} --help tells more.`, width);
}

function listTree({ path, resources, methods }: CommandTree): readonly Section[] {
  const below = [...resources].map(([name, tree]): Entry => {
    const further = [...tree.resources.keys()].map((one) => `${one} …`);
    return [name, [...tree.methods.keys(), ...further].join(', ')];
  });
  return [
    [path.length === 0 ? 'Resources' : 'Resources below it', below],
    ['Methods', [...methods].map(([name, tool]) => [name, summarize(tool)])],
  ];
}

function summarize({ summary, description, isDeprecated, operation: { method, path } }: Tool): string {
  const [sentence = ''] = description.split(/(?<=\.)\s/);
  const text = oneLine(summary || sentence, 200) || `${method} ${oneLine(path, 100)}`;
  return (isDeprecated ? 'Deprecated. ' : '') + text;
}

const rule =
  'Lists are repeated or separated by commas (\\, for a comma in an item). Where an option of this command, a parameter and a property of the body have one name, the first of them has it: the others are --param.<name> and --body.<name>, which always work.';

function describeOperation(command: string, tool: Tool, width: number): string {
  const { common, parameters, body } = optionTable(tool);
  const own = parameters.filter(({ parameter }) => !parameter.isCommon);
  const required = own.filter(({ target }) => target.isRequired).map(({ name, value }) => ` --${name} <${value}>`);
  const description = [tool.summary, tool.description].filter((text) => text !== '').join('\n\n');
  const { quota, method, path } = tool.operation;
  const cost = quota ? `; costs ${quota.cost} of ${oneLine(quota.bucket ?? 'the quota', 40)}` : '';
  const head = [
    `Usage: ${command}${required.join('')} [options]`,
    '',
    ...(tool.isDeprecated ? ['Deprecated.', ''] : []),
    ...paragraphs(description, width),
    ...(description === '' ? [] : ['']),
    `${method} ${oneLine(path, 200)}${cost}`,
  ];
  const sections: readonly Section[] = [
    ['Parameters', own.map(listOption)],
    ['Parameters of all operations', parameters.filter(({ parameter }) => parameter.isCommon).map(listOption)],
    ['Properties of the body', body.map(listOption)],
    ['Call and output', common.filter((one) => !globalOptions.includes(one)).map(listOption)],
    ['Options', globalOptions.map(listOption)],
  ];
  return writePage(head, sections, rule, width);
}

function describeLogin({ command, signIn }: ToolPackage, width: number): string {
  const head = [
    `Usage: ${command} auth login [options]`,
    '',
    'Signs in with a browser on this machine, and stores the tokens in a file that only you can read.',
  ];
  const scopes = (signIn?.scopes ?? []).map((name): Entry => [oneLine(name, 100), '']);
  return writePage(
    head,
    [
      ['Options', loginOptions.map(listOption)],
      ['Scopes', scopes],
    ],
    '',
    width,
  );
}

/** Lists an option: `--count <n>` and `Required. How many. From 1 to 50.` */
function listOption({ name, short, value, isOptional, choices, description, target }: CliOption): Entry {
  if (target === undefined) {
    const text = value && (isOptional ? `[=${value}]` : ` <${value}>`);
    return [`${short ? `-${short}, ` : ''}--${name}${text ?? ''}`, description];
  }
  const { facts, isRequired } = target;
  const start = facts.choices ? 'One of' : 'Any of';
  const known = choices ? `${start} ${choices.map((one) => oneLine(one, 60)).join(', ')}.` : '';
  const texts = [isRequired ? 'Required.' : '', oneLine(description, 400), facts.notes, known];
  return [
    facts.types.has('boolean') ? `--[no-]${name}` : `--${oneLine(name, 100)} <${value}>`,
    texts.filter((text) => text !== '').join(' '),
  ];
}

function writePage(head: readonly string[], sections: readonly Section[], note: string, width: number): string {
  const lists = sections.flatMap(([title, entries]) => {
    const wide = Math.min(widestName, Math.max(...entries.map(([name]) => measureText(name))));
    const lines = entries.flatMap(([name, text]) => {
      const texts = wrap(oneLine(text, longestOption), Math.max(30, width - wide - 4));
      const isLong = measureText(name) > wide;
      const start = isLong ? `  ${name}` : `  ${name}${' '.repeat(wide - measureText(name))}  ${texts[0] ?? ''}`;
      const rest = isLong ? texts : texts.slice(1);
      return [start.trimEnd(), ...rest.map((line) => ' '.repeat(wide + 4) + line)];
    });
    return entries.length === 0 ? [] : ['', `${title}:`, ...lines];
  });
  return [...head, ...lists, ...(note ? ['', ...wrap(note, width)] : [])].map((line) => `${line}\n`).join('');
}
