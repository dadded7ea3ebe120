import type { Operation, OperationGroup } from '../api.js';
import type { GroupNames } from '../naming/name-groups.js';

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
