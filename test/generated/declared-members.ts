/** A schema of a generated package's document, or any other JSON object. */
export type Node = Readonly<Record<string, unknown>>;

/** Lists the paths of the members of a value that its schema does not declare: `items[].snippet.mood`. */
export function listUndeclaredMembers(document: Node, schema: unknown, value: unknown, path = ''): readonly string[] {
  let node = isNode(schema) ? schema : undefined;
  while (node !== undefined && typeof node['$ref'] === 'string') node = at(document, node['$ref'].slice(2).split('/'));
  if (node === undefined) return [path];
  const { items } = node;
  if (Array.isArray(value)) return value.flatMap((item) => listUndeclaredMembers(document, items, item, `${path}[]`));
  if (!isNode(value)) return [];
  const properties = isNode(node['properties']) ? node['properties'] : {};
  const others = node['additionalProperties'];
  return Object.entries(value).flatMap(([name, member]) => {
    const place = path === '' ? name : `${path}.${name}`;
    if (Object.hasOwn(properties, name)) return listUndeclaredMembers(document, properties[name], member, place);
    if (others === true) return [];
    return others === undefined || others === false ? [place] : listUndeclaredMembers(document, others, member, place);
  });
}

/** Returns the schema of the JSON response of an operation with a status, or `undefined`. */
export function findResponseSchema(document: Node, operationId: string, status: number): unknown {
  for (const item of Object.values(at(document, ['paths']))) {
    for (const operation of Object.values(isNode(item) ? item : {})) {
      if (!isNode(operation) || operation['operationId'] !== operationId) continue;
      return at(operation, ['responses', String(status), 'content', 'application/json'])['schema'];
    }
  }
  return undefined;
}

function at(node: Node, path: readonly string[]): Node {
  const found = path.reduce<unknown>((one, name) => (isNode(one) ? one[name] : undefined), node);
  return isNode(found) ? found : {};
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
