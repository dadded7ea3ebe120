import type { Tool } from '../../tools/catalogue.js';
import { CliError } from '../cli-io.js';
import { didYouMean, kebabCase } from '../text/names.js';

/** Resources and methods by their names on the command line. */
export interface CommandTree {
  /** What leads here: `['shops', 'pet-owners']`. */
  readonly path: readonly string[];
  readonly resources: ReadonlyMap<string, CommandTree>;
  readonly methods: ReadonlyMap<string, Tool>;
}

/** What a command line names: an operation, or a resource whose help is wanted. */
export type FoundCommand =
  | { readonly kind: 'operation'; readonly path: readonly string[]; readonly tool: Tool }
  | { readonly kind: 'resource'; readonly tree: CommandTree };

interface Growing extends CommandTree {
  readonly resources: Map<string, Growing>;
  readonly methods: Map<string, Tool>;
}

/** The tree of all operations; where two names become one, the later one keeps the spelling of the client. */
export function commandTree(catalogue: readonly Tool[]): CommandTree {
  const root: Growing = { path: [], resources: new Map(), methods: new Map() };
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

/**
 * Finds the command that words name; also in the spelling of the client, `petOwners` or `petOwners.list`. Gives how many
 * words it took. `others` are commands beside those of the service, for suggestions.
 */
export function findCommand(
  root: CommandTree,
  given: readonly string[],
  others: readonly string[],
): { readonly found: FoundCommand; readonly used: number } {
  let tree = root;
  for (const [index, word] of given.entries()) {
    const parts = word.split('.');
    for (const [at, part] of parts.entries()) {
      const isLast = at === parts.length - 1;
      const method = isLast ? named(tree.methods, part) : undefined;
      if (method !== undefined)
        return {
          found: { kind: 'operation', path: [...tree.path, method[0]], tool: method[1] },
          used: index + 1,
        };
      const below = named(tree.resources, part);
      if (below === undefined) throw new CliError(unknownCommand(tree, part, tree === root ? others : []));
      tree = below[1];
    }
  }
  return { found: { kind: 'resource', tree }, used: given.length };
}

function named<T>(map: ReadonlyMap<string, T>, word: string): readonly [string, T] | undefined {
  for (const name of [word, kebabCase(word)]) {
    const found = map.get(name);
    if (found !== undefined) return [name, found];
  }
  return undefined;
}

function unknownCommand({ path, resources, methods }: CommandTree, word: string, others: readonly string[]): string {
  const names = [...resources.keys(), ...methods.keys(), ...others];
  const where = path.length === 0 ? '' : ` of \`${path.join(' ')}\``;
  const what = path.length === 0 ? 'command' : resources.size > 0 ? 'resource or method' : 'method';
  const known = names.length <= 12 ? `; there are ${names.join(', ')}` : '';
  return `Unknown ${what}${where}: ${JSON.stringify(word)}${didYouMean(word, names) || known}`;
}
