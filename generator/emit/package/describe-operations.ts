import type { Api, Operation, OperationGroup } from '../../api/api.js';

/** An operation and how a client calls it. */
export interface Method {
  readonly operation: Operation;
  /** `shops.pets.list` */
  readonly path: string;
}

/** A resource and its methods, for headings. */
export interface Resource {
  /** `shops.pets` */
  readonly path: string;
  readonly group: OperationGroup;
  readonly methods: readonly Method[];
}

/** All resources that have methods, parents before children, as a client sees them. */
export function resourcesOf(api: Api): readonly Resource[] {
  const operations = new Map(api.operations.map((operation) => [operation.id, operation]));
  const below = (group: OperationGroup, parent: string): readonly Resource[] => {
    const path = `${parent}${group.property}`;
    const methods = group.operations.flatMap((id) => {
      const operation = operations.get(id);
      return operation === undefined ? [] : [{ operation, path: `${path}.${operation.property}` }];
    });
    return [{ path, group, methods }, ...group.groups.flatMap((child) => below(child, `${path}.`))];
  };
  return api.groups.flatMap((group) => below(group, '')).filter((resource) => resource.methods.length > 0);
}

/** What an operation does, in one line: its summary, or the first sentence of its description. */
export function oneLiner({ doc, id }: Operation): string {
  const text = doc.summary ?? doc.description ?? id;
  return text.split(/\n\s*\n/, 1)[0] ?? text;
}
