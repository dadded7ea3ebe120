import type { Tool } from '../../tools/catalogue.js';
import { CliError } from '../cli-io.js';
import { didYouMean, kebabCase } from '../text/names.js';

/** Resources and methods by their names on the command line. */
export interface CommandTree {
  /** Names from the root to here: `['shops', 'pet-owners']`. */
  readonly path: readonly string[];
  readonly resources: ReadonlyMap<string, CommandTree>;
  readonly methods: ReadonlyMap<string, Tool>;
}

/** The place in the tree that words lead to. */
export interface FoundCommand {
  readonly path: readonly string[];
  /** The last resource on the way. */
  readonly tree: CommandTree;
  /** The operation; absent where the words name a resource alone. */
  readonly tool?: Tool;
  /** The first part of the words that names nothing in `tree`. */
  readonly unknown?: string;
  /** How many words were followed. */
  readonly used: number;
}

interface GrowingTree extends CommandTree {
  readonly resources: Map<string, GrowingTree>;
  readonly methods: Map<string, Tool>;
}

/** Names all operations. Where two names become one, the later one keeps the spelling of the client. */
export function buildCommandTree(catalogue: readonly Tool[]): CommandTree {
  const root: GrowingTree = { path: [], resources: new Map(), methods: new Map() };
  for (const tool of catalogue) {
    const parts = tool.name.split('.');
    const method = parts.pop() ?? '';
    let at = root;
    for (const part of parts) {
      const name = kebabCase(part) || part;
      const below = at.resources.get(name) ?? { path: [...at.path, name], resources: new Map(), methods: new Map() };
      at.resources.set(name, below);
      at = below;
    }
    const name = kebabCase(method) || method;
    at.methods.set(at.methods.has(name) ? method : name, tool);
  }
  return root;
}

/** Follows words to an operation or as far as they go; also in the spelling of the client, `petOwners` or `petOwners.list`. */
export function followWords(root: CommandTree, words: readonly string[]): FoundCommand {
  let tree = root;
  for (const [index, word] of words.entries()) {
    const parts = word.split('.');
    for (const [at, part] of parts.entries()) {
      const names = [part, kebabCase(part)];
      const method = at === parts.length - 1 ? names.find((name) => tree.methods.has(name)) : undefined;
      const tool = method === undefined ? undefined : tree.methods.get(method);
      if (method !== undefined && tool) return { path: [...tree.path, method], tree, tool, used: index + 1 };
      const below = names.map((name) => tree.resources.get(name)).find((one) => one !== undefined);
      if (below === undefined) return { path: tree.path, tree, unknown: part, used: index };
      tree = below;
    }
  }
  return { path: tree.path, tree, used: words.length };
}

/** Finds the command that words name; throws for a word that names nothing. `others` are further names for suggestions. */
export function findCommand(root: CommandTree, words: readonly string[], others: readonly string[]): FoundCommand {
  const found = followWords(root, words);
  const { path, tree, unknown } = found;
  if (unknown === undefined) return found;
  const isRoot = tree === root;
  const names = [...tree.resources.keys(), ...tree.methods.keys(), ...(isRoot ? others : [])];
  const what = isRoot ? 'command' : tree.resources.size > 0 ? 'resource or method' : 'method';
  const where = isRoot ? '' : ` of \`${path.join(' ')}\``;
  const known = names.length <= 12 ? `; there are ${names.join(', ')}` : '';
  throw new CliError(`Unknown ${what}${where}: ${JSON.stringify(unknown)}${didYouMean(unknown, names) || known}`);
}

/** A command that is not one of the service. */
export type OwnCommand = 'auth' | 'auth login' | 'auth status' | 'auth logout' | 'completion';

/** Finds a command that is not one of the service. An operation of the same name counts more. */
export function findOwnCommand(
  { resources, methods }: CommandTree,
  [first, second = '']: readonly string[],
): OwnCommand | undefined {
  if (first === undefined || methods.has(first)) return undefined;
  const resource = resources.get(first);
  if (first === 'completion' && !resource) return first;
  if (first !== 'auth') return undefined;
  const isOwn = second === 'login' || second === 'status' || second === 'logout';
  if (isOwn && !resource?.methods.has(second)) return `auth ${second}`;
  return resource ? undefined : 'auth';
}
