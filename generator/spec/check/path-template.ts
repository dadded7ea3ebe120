/** One `{…}` of a path template. */
interface PathVariable {
  readonly name: string;
  /** Google path template of what it matches: `accounts/*`. */
  readonly pattern?: string;
}

/** A path template taken apart; `broken` says why it cannot be. */
export interface PathTemplate {
  readonly variables: readonly PathVariable[];
  /** The path with its names left out: two templates with the same one match the same addresses. */
  readonly shape: string;
  readonly broken?: string;
  /** A name that stands in it more than once, which OpenAPI 3.1 forbids. */
  readonly repeated?: string;
}

/** Takes a path template apart: `{id}`, `{+name}` and Google's `{name=accounts/*}`. */
export function parsePathTemplate(path: string): PathTemplate {
  const variables: PathVariable[] = [];
  const shape = path.replace(/\{([^{}]*)\}/g, (_, inside: string) => {
    const variable = parseVariable(inside);
    variables.push(variable);
    return `\u0000${inside.startsWith('+') ? '+' : ''}${variable.pattern ?? ''}\u0000`;
  });
  const broken = findFault(shape, variables);
  const names = variables.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  return { variables, shape, ...(broken !== undefined && { broken }), ...(repeated !== undefined && { repeated }) };
}

function parseVariable(inside: string): PathVariable {
  const equals = inside.indexOf('=');
  const name = (equals < 0 ? inside : inside.slice(0, equals)).replace(/^\+/, '');
  return equals < 0 ? { name } : { name, pattern: inside.slice(equals + 1) };
}

function findFault(shape: string, variables: readonly PathVariable[]): string | undefined {
  if (!shape.startsWith('/')) return 'must start with "/"';
  if (shape.includes('{')) return 'has a "{" without its "}"';
  if (shape.includes('}')) return 'has a "}" without its "{"';
  return variables.some(({ name }) => name === '') ? 'has a "{}" without a name' : undefined;
}
