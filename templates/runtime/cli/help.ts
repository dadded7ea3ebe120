import { credentialVariables } from '../tools/credentials.js';
import type { Tool } from '../tools/catalogue.js';
import type { ToolPackage } from '../tools/tool-package.js';
import { oneLine } from '../printable.js';
import { exitCodes } from './cli-io.js';
import { type CommandTree, type FoundCommand, ownCommands } from './commands/find-command.js';
import { type CliOption, globalOptions, loginOptions } from './options/common-options.js';
import { readOptionTable } from './options/option-table.js';
import { cut, measureText, wrapParagraphs, wrap } from './text/printable.js';

/** A name in a list, and the text that explains it. */
type Entry = readonly [name: string, text: string];

/** A part of the help: a text, or a list with its title. */
type Block = string | readonly [title: string, entries: readonly Entry[]];

/** Writes the help of a command in lines of at most `width` columns. Blank lines separate its parts. */
export function describeCommand(tools: ToolPackage, command: FoundCommand, width: number): string {
  const blocks = listBlocks(tools, command, width).map((block) =>
    typeof block === 'string' ? block : printList(...block, width),
  );
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function listBlocks(tools: ToolPackage, { path, tool, own, tree }: FoundCommand, width: number): readonly Block[] {
  if (own === 'completion') return [`Usage: ${tools.command} completion bash|zsh|fish`];
  if (own)
    return [
      `Usage: ${tools.command} auth login [options]`,
      'Signs in with a browser on this machine, and stores the tokens in a file that only you can read.',
      ['Options', loginOptions.map(listOption)],
      ['Scopes', tools.signIn?.scopes.map((name) => [oneLine(name, 100), '']) ?? []],
    ];
  const start = [tools.command, ...path].join(' ');
  if (tool) return describeOperation(start, tool, width);
  if (!path.length) return describePackage(tools, tree, width);
  return [
    `Usage: ${start} <method> [options]`,
    ...describeTree(tree),
    wrap(`For more: ${start} <method> --help`, width),
  ];
}

function describePackage(tools: ToolPackage, tree: CommandTree, width: number): readonly Block[] {
  const { title, version, summary, description } = Object(tools.document['info']);
  const about = [title, version].filter((one) => typeof one === 'string').join(' ');
  const more = summary ?? description;
  const text = typeof more === 'string' ? wrapParagraphs(cut(more, 600), width) : '';
  const credentials = credentialVariables(tools).flatMap(({ scheme, variables }) =>
    variables.map((names): Entry => {
      const s = names.length > 1 ? 's' : '';
      return [names.join(', '), `environment variable${s} for ${oneLine(scheme, 60)}`];
    }),
  );
  return [
    `Usage: ${tools.command} <resource> <method> [options]`,
    [wrap(oneLine(about, 200), width), text].filter(Boolean).join('\n'),
    ...describeTree(tree),
    ['Commands', ownCommands.filter(([name, text]) => text && (tools.signIn || name !== 'auth login'))],
    ['Options', globalOptions.map(listOption)],
    ['Credentials', credentials],
    ['Exit codes', Object.values(exitCodes).map(([code, meaning]) => [String(code), meaning])],
    wrap(`For more: ${tools.command} <resource> --help`, width),
  ];
}

function describeTree({ path, resources, methods }: CommandTree): readonly Block[] {
  const below = [...resources].map(([name, tree]): Entry => {
    const further = [...tree.resources.keys()].map((one) => `${one} …`);
    return [name, [...tree.methods.keys(), ...further].join(', ')];
  });
  const own = [...methods].map(([name, { summary, description, isDeprecated, operation }]): Entry => {
    const [sentence = ''] = description.split(/(?<=\.)\s/);
    const text = oneLine(summary || sentence, 200) || `${operation.method} ${oneLine(operation.path, 100)}`;
    return [name, (isDeprecated ? 'Deprecated. ' : '') + text];
  });
  return [
    [path.length ? 'Resources below it' : 'Resources', below],
    ['Methods', own],
  ];
}

function describeOperation(command: string, tool: Tool, width: number): readonly Block[] {
  const { common, parameters, listBody } = readOptionTable(tool);
  const own = parameters.filter(({ target }) => !target.isCommon);
  const required = own.filter(({ target }) => target.isRequired).map(({ name, value }) => ` --${name} <${value}>`);
  const { quota, method, path } = tool.operation;
  const cost = quota ? `; costs ${quota.cost} of ${oneLine(quota.bucket ?? 'the quota', 40)}` : '';
  return [
    `Usage: ${command}${required.join('')} [options]`,
    tool.isDeprecated ? 'Deprecated.' : '',
    wrapParagraphs([tool.summary, tool.description].filter(Boolean).join('\n\n'), width),
    `${method} ${oneLine(path, 200)}${cost}`,
    ['Parameters', own.map(listOption)],
    ['Parameters of all operations', parameters.filter(({ target }) => target.isCommon).map(listOption)],
    ['Properties of the body', listBody().map(listOption)],
    ['Call and output', common.filter((one) => !globalOptions.includes(one)).map(listOption)],
    ['Options', globalOptions.map(listOption)],
    wrap(
      'For a list, repeat the option or separate items by commas (\\, for a comma in an item). If an option of this command, a parameter and a property of the body have the same name, --<name> is the first of them. --param.<name> and --body.<name> always work.',
      width,
    ),
  ];
}

/** Describes an option: `['--count <n>', 'Required. Number of pets. From 1 to 50.']`. */
function listOption({ name, short, value, isOptional, choices, description, target }: CliOption): Entry {
  if (!target) {
    const text = value ? (isOptional ? `[=${value}]` : ` <${value}>`) : '';
    return [`${short ? `-${short}, ` : ''}--${name}${text}`, description];
  }
  const { facts, isRequired } = target;
  const start = facts.choices ? 'One of' : 'Any of';
  const known = choices && `${start} ${choices.map((one) => oneLine(one, 60)).join(', ')}.`;
  return [
    facts.types.has('boolean') ? `--[no-]${name}` : `--${oneLine(name, 100)} <${value}>`,
    [isRequired && 'Required.', oneLine(description, 400), facts.notes, known].filter(Boolean).join(' '),
  ];
}

/** Prints a list below its title, or `''` if it is empty. A name that is too long for its column has a line of its own. */
function printList(title: string, entries: readonly Entry[], width: number) {
  if (!entries.length) return '';
  const wide = Math.min(34, Math.max(...entries.map(([name]) => measureText(name))));
  const indent = `\n${' '.repeat(wide + 4)}`;
  const items = entries.map(([name, text]) => {
    const lines = wrap(oneLine(text, 600), Math.max(30, width - wide - 4)).replaceAll('\n', indent);
    const gap = measureText(name) > wide ? indent : ' '.repeat(wide + 2 - measureText(name));
    return `\n  ${name}${lines && gap + lines}`;
  });
  return `${title}:${items.join('')}`;
}
