import { type Candidates, kebabCase, NameScope, pascalCase } from './names.js';
import { inCase, type NameCase } from './name-options.js';
import { reservedMembers, reservedModules } from './reserved-names.js';
import type { Operation, OperationGroup } from '../api.js';

/** The names of a group: its position in the client, its class and its files. */
export interface GroupNames {
  readonly path: readonly string[];
  readonly property: string;
  readonly typeName: string;
  readonly module: string;
}

/** Names groups, each once, and the members of the client's classes. */
export class GroupNamer {
  readonly #exports: NameScope;
  readonly #modules = new NameScope({ reserved: reservedModules, ignoreCase: true });
  readonly #members = new Map<string, NameScope>();
  readonly #groups = new Map<string, GroupNames>();

  readonly #style: NameCase | undefined;
  /** Whether the case of names that was asked for changes that of any group. */
  isCaseUsed: boolean = false;

  constructor(exports: NameScope, style?: NameCase) {
    this.#exports = exports;
    this.#style = style;
  }

  /** Names a group, and the groups above it. */
  group(path: readonly string[]): GroupNames {
    const key = path.join('.');
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    const named = this.#nameGroup(path);
    this.#groups.set(key, named);
    return named;
  }

  /** Puts the groups in the order in which they are first needed. */
  arrange(paths: readonly (readonly string[])[]): void {
    const keys = new Set(paths.flatMap((path) => path.map((_, index) => path.slice(0, index + 1).join('.'))));
    for (const key of keys) {
      const group = this.#groups.get(key);
      if (group === undefined) continue;
      this.#groups.delete(key);
      this.#groups.set(key, group);
    }
  }

  /** Every group named so far, each after the one above it. */
  get all(): readonly GroupNames[] {
    return [...this.#groups.values()];
  }

  /** Whether a group has no member of a name yet. */
  isFree(group: GroupNames, name: string): boolean {
    return this.#membersOf(group.path).isFree(name);
  }

  /** Names the methods of a group, each by the first of its names that can be had. */
  methods<T>(
    group: GroupNames,
    items: readonly T[],
    candidates: (item: T) => Candidates,
  ): readonly (readonly [T, string])[] {
    return this.#membersOf(group.path).claimAll(items, candidates);
  }

  #nameGroup(path: readonly string[]): GroupNames {
    const parent = path.length > 1 ? this.group(path.slice(0, -1)).path : [];
    const given = path.at(-1) ?? 'default';
    const last = inCase(given, this.#style);
    if (last !== given) this.isCaseUsed = true;
    const property = this.#membersOf(parent).claim([last, `${last}Resource`]);
    const typeName = this.#exports.claim([pascalCase(path.join('.'), 'group')], (one) => [`${one}Resource`]);
    const stem = kebabCase(path.join('.'), 'group');
    return { path: [...parent, property], property, typeName, module: this.#modules.claim([stem, `${stem}-resource`]) };
  }

  #membersOf(path: readonly string[]): NameScope {
    const key = path.join('.');
    const scope = this.#members.get(key) ?? new NameScope({ reserved: reservedMembers });
    this.#members.set(key, scope);
    return scope;
  }
}

/** The resources of the client as a forest, in the order of the operations that need them. */
export function lowerGroups(
  groups: readonly GroupNames[],
  operations: readonly Operation[],
): readonly OperationGroup[] {
  const children = new Map<string, GroupNames[]>();
  for (const group of groups) append(children, keyOf(group.path.slice(0, -1)), group);
  const members = new Map<string, string[]>();
  for (const operation of operations) append(members, keyOf(operation.group), operation.id);
  return lowerLevel('', children, members);
}

type Lists<T> = ReadonlyMap<string, readonly T[]>;

function lowerLevel(parent: string, children: Lists<GroupNames>, members: Lists<string>): readonly OperationGroup[] {
  return (children.get(parent) ?? []).map(({ path, property, typeName, module }) => ({
    path,
    property,
    typeName,
    module,
    operations: members.get(keyOf(path)) ?? [],
    groups: lowerLevel(keyOf(path), children, members),
  }));
}

function append<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key) ?? [];
  list.push(value);
  lists.set(key, list);
}

function keyOf(path: readonly string[]): string {
  return path.join('.');
}
