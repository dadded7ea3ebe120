import { kebabCase, NameScope, pascalCase } from '../tools/names.js';
import { inCase, type NameCase } from '../tools/name-options.js';
import { reservedMembers, reservedModules } from './reserved-names.js';
import type { Operation, OperationGroup } from '../api.js';

/** File stem of the models that no single group has for itself. */
export const SHARED = 'shared';

/** The names of a group: its position in the client, its class and its files. */
export type GroupNames = Omit<OperationGroup, 'operations' | 'groups'>;

/** Names groups, each once, and the members of the client's classes. */
export class GroupNamer {
  readonly #exports: NameScope;
  readonly #style: NameCase | undefined;
  readonly #modules = new NameScope({ reserved: reservedModules, ignoreCase: true });
  readonly #members = new Map<string, NameScope>();
  readonly #groups = new Map<string, GroupNames>();

  constructor(exports: NameScope, style: NameCase | undefined) {
    this.#exports = exports;
    this.#style = style;
  }

  /** Names a group, and the groups above it. */
  group(path: readonly string[]): GroupNames {
    const key = path.join('.');
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    const parent = path.length > 1 ? this.group(path.slice(0, -1)).path : [];
    const last = inCase(path.at(-1) ?? 'default', this.#style);
    const property = this.members(parent).claim([last, `${last}Resource`]);
    const typeName = this.#exports.claim([pascalCase(key, 'group')], (one) => [`${one}Resource`]);
    const stem = kebabCase(key, 'group');
    const module = this.#modules.claim([stem, `${stem}-resource`]);
    const named = { path: [...parent, property], property, typeName, module };
    this.#groups.set(key, named);
    return named;
  }

  /** The names of the members that a group has in the client. */
  members(path: readonly string[]): NameScope {
    const key = path.join('.');
    const scope = this.#members.get(key) ?? new NameScope({ reserved: reservedMembers });
    this.#members.set(key, scope);
    return scope;
  }

  /** Names the groups at these paths and those above them, each once, in the order in which they are first needed. */
  list(paths: readonly (readonly string[])[]): readonly GroupNames[] {
    return [...new Set(paths.flatMap((path) => path.map((_, index) => this.group(path.slice(0, index + 1)))))];
  }
}

/** The resources of the client as a forest, in the order of the operations that need them; each group is after the one above it. */
export function lowerGroups(
  groups: readonly GroupNames[],
  operations: readonly Operation[],
): readonly OperationGroup[] {
  const roots: OperationGroup[] = [];
  const below = new Map([['', roots]]);
  const members = new Map<string, string[]>();
  for (const group of groups) {
    const key = group.path.join('.');
    const lowered = { ...group, operations: new Array<string>(), groups: new Array<OperationGroup>() };
    below.get(group.path.slice(0, -1).join('.'))?.push(lowered);
    below.set(key, lowered.groups);
    members.set(key, lowered.operations);
  }
  for (const { group, id } of operations) members.get(group.join('.'))?.push(id);
  return roots;
}
