/** A schema of a generated package's document, or any other JSON object. */
export type Node = Readonly<Record<string, unknown>>;

/** Paths of the members of a value that its schema does not declare, with `[]` for the items of a list. */
export function undeclaredMembers(document: Node, schema: unknown, value: unknown, path = ''): readonly string[] {
  const node = follow(document, schema);
  if (node === undefined) return [path];
  if (Array.isArray(value))
    return value.flatMap((item) => undeclaredMembers(document, node['items'], item, `${path}[]`));
  if (!isNode(value)) return [];
  const properties = isNode(node['properties']) ? node['properties'] : {};
  const others = node['additionalProperties'];
  return Object.entries(value).flatMap(([name, member]) => {
    const place = path === '' ? name : `${path}.${name}`;
    if (Object.hasOwn(properties, name)) return undeclaredMembers(document, properties[name], member, place);
    if (others === true) return [];
    return others === undefined || others === false ? [place] : undeclaredMembers(document, others, member, place);
  });
}

/** The schema of the JSON that an operation answers with a status; undefined where it answers none. */
export function answerSchema(document: Node, operationId: string, status: number): unknown {
  for (const item of Object.values(at(document, ['paths']))) {
    for (const operation of Object.values(isNode(item) ? item : {})) {
      if (!isNode(operation) || operation['operationId'] !== operationId) continue;
      return at(operation, ['responses', String(status), 'content', 'application/json'])['schema'];
    }
  }
  return undefined;
}

function follow(document: Node, schema: unknown): Node | undefined {
  let node = isNode(schema) ? schema : undefined;
  while (node !== undefined && typeof node['$ref'] === 'string') node = at(document, node['$ref'].slice(2).split('/'));
  return node;
}

function at(node: Node, way: readonly string[]): Node {
  const found = way.reduce<unknown>((one, name) => (isNode(one) ? one[name] : undefined), node);
  return isNode(found) ? found : {};
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
