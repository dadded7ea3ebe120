import type { Tool } from '../../tools/catalogue.js';
import { CliError } from '../cli-io.js';
import { suggest, kebabCase } from '../text/names.js';

/** Resources and methods by their names on the command line: `tool pet-owners list`. */
export interface CommandTree {
  /** Names from the root to here: `['shops', 'pet-owners']`. */
  readonly path: readonly string[];
  readonly resources: ReadonlyMap<string, CommandTree>;
  readonly methods: ReadonlyMap<string, Tool>;
}

/** The command that the words of a command line name. */
export interface FoundCommand {
  readonly path: readonly string[];
  /** The last resource that the words name. */
  readonly tree: CommandTree;
  /** The operation; absent if the words name only a resource, or a command that is not an operation. */
  readonly tool?: Tool;
  /** The command that is not an operation: `auth login`. */
  readonly own?: OwnCommand;
  /** The first part of the words that names neither a resource nor a method of `tree`. */
  readonly unknown?: string;
  /** Number of words that are part of the command. */
  readonly used: number;
}

/** Builds the tree of all operations below a path. If two methods have the same name in kebab case, the second keeps its camel case. */
export function buildCommandTree(tools: readonly Tool[], path: readonly string[] = []): CommandTree {
  const methods = new Map<string, Tool>();
  const groups = new Map<string, Tool[]>();
  for (const tool of tools) {
    const [part = '', ...below] = tool.name.split('.').slice(path.length);
    const name = kebabCase(part) || part;
    if (!below.length) methods.set(methods.has(name) ? part : name, tool);
    else groups.set(name, [...(groups.get(name) ?? []), tool]);
  }
  const resources = [...groups].map(([name, group]) => [name, buildCommandTree(group, [...path, name])] as const);
  return { path, resources: new Map(resources), methods };
}

/** Follows words down the tree, as far as they name resources and methods: `pet-owners list`, `petOwners list` or `petOwners.list`. */
export function followWords(root: CommandTree, words: readonly string[]): FoundCommand {
  let tree = root;
  for (const [index, word] of words.entries()) {
    const parts = word.split('.');
    for (const [at, part] of parts.entries()) {
      const { path, resources, methods }: CommandTree = tree;
      const isLast = at === parts.length - 1;
      const isKnown = (name: string) => (isLast && methods.has(name)) || resources.has(name);
      const name = isKnown(part) ? part : kebabCase(part);
      const tool = isLast ? methods.get(name) : undefined;
      if (tool) return { path: [...path, name], tree, tool, used: index + 1 };
      const below = resources.get(name);
      if (!below) return { path, tree, unknown: part, used: index };
      tree = below;
    }
  }
  return { path: tree.path, tree, used: words.length };
}

/** Commands that are not operations, longer names first, with their descriptions in the help. */
export const ownCommands = [
  ['auth login', 'Signs in with a browser, and stores the sign-in for you alone.'],
  ['auth status', 'Lists the credentials that were found.'],
  ['auth logout', 'Deletes the stored sign-in.'],
  ['auth', ''],
  ['completion', 'Prints a script that completes commands: bash, zsh or fish.'],
] as const;

/** Name of a command that is not an operation. */
export type OwnCommand = (typeof ownCommands)[number][0];

/** Finds the command that words name; throws if there is none. Operations win over other commands of the same name. */
export function findCommand(root: CommandTree, words: readonly string[]): FoundCommand {
  const found = followWords(root, words);
  const { path, tree, unknown } = found;
  if (unknown === undefined) return found;
  const isRoot = tree === root;
  const place = path.join(' ');
  const [own] =
    ownCommands.find(
      ([name]) => `${words.join(' ')} `.startsWith(`${name} `) && (isRoot || name.startsWith(`${place} `)),
    ) ?? [];
  if (own) {
    const ownPath = own.split(' ');
    return { path: ownPath, tree: root, own, used: ownPath.length };
  }
  const names = [...tree.resources.keys(), ...tree.methods.keys(), ...(isRoot ? ['auth', 'completion', 'help'] : [])];
  const what = isRoot ? 'command' : tree.resources.size ? 'resource or method' : 'method';
  const where = isRoot ? '' : ` of \`${place}\``;
  const known = names.length <= 12 ? `; there are ${names.join(', ')}` : '';
  throw new CliError(`Unknown ${what}${where}: ${JSON.stringify(unknown)}${suggest(unknown, names) || known}`);
}
