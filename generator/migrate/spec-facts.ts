import { isJsonObject, toArray, type Json, type JsonObject } from '../json.js';
import { parsePointer } from '../spec/read/pointer.js';

/** Methods of a path item that are operations. */
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const;

/** An operation of a document, found by what an old configuration calls it. */
export interface FoundOperation {
  /** As the document has it. */
  readonly path: string;
  readonly method: string;
  readonly node: JsonObject;
  /** Parameters of the operation and of its path item. */
  readonly parameters: readonly JsonObject[];
}

/** Most references that are followed one after the other. */
const MOST_STEPS = 20;

/** The document as it is written, before overlays, with which an old configuration is compared. */
export class SpecFacts {
  readonly root: JsonObject;
  readonly #operations: readonly FoundOperation[];
  readonly #byEndpoint = new Map<string, FoundOperation>();

  constructor(root: Json) {
    this.root = isJsonObject(root) ? root : {};
    const paths = this.object(this.root['paths']);
    this.#operations = Object.entries(paths).flatMap(([path, item]) => this.#listOperations(path, item));
    for (const one of this.#operations) {
      this.#byEndpoint.set(`${one.method} ${one.path}`, one);
      const loose = `${one.method} ${loosePath(one.path)}`;
      if (!this.#byEndpoint.has(loose)) this.#byEndpoint.set(loose, one);
    }
  }

  /** Lists all operations in the order of the document. */
  get operations(): readonly FoundOperation[] {
    return this.#operations;
  }

  /** Tells whether the document is OpenAPI 3, which has servers and security schemes. */
  get isOpenApi3(): boolean {
    return typeof this.root['openapi'] === 'string';
  }

  /** Finds the operation of a method and a path; parameters of the path may have other names. */
  find(method: string, path: string): FoundOperation | undefined {
    const key = method.toLowerCase();
    return this.#byEndpoint.get(`${key} ${path}`) ?? this.#byEndpoint.get(`${key} ${loosePath(path)}`);
  }

  /** Returns an object, or the target of its `$ref` inside of the document; `{}` for any other value. */
  object(value: Json | undefined): JsonObject {
    let at = value;
    for (let step = 0; step < MOST_STEPS && isJsonObject(at); step++) {
      const { $ref: ref } = at;
      if (typeof ref !== 'string') return at;
      at = this.#resolve(ref);
    }
    return {};
  }

  /** Lists the named query parameters of an operation. */
  queryNames({ parameters }: FoundOperation): ReadonlySet<string> {
    return new Set(
      parameters.flatMap((one) => (one['in'] === 'query' && typeof one['name'] === 'string' ? [one['name']] : [])),
    );
  }

  /** Lists the names of the properties of the response of an operation, those of `allOf` included. */
  responseNames({ node }: FoundOperation): ReadonlySet<string> {
    const responses = this.object(node['responses']);
    const success = Object.keys(responses).find((status) => status.startsWith('2'));
    const response = this.object(success === undefined ? undefined : responses[success]);
    const content = this.object(response['content']);
    const type = Object.keys(content).find((one) => one.includes('json'));
    const schema = type === undefined ? response['schema'] : this.object(content[type])['schema'];
    const names = new Set<string>();
    this.#collect(schema, names, 0);
    return names;
  }

  #collect(schema: Json | undefined, names: Set<string>, depth: number): void {
    if (depth > MOST_STEPS) return;
    const node = this.object(schema);
    for (const name of Object.keys(this.object(node['properties']))) names.add(name);
    for (const part of toArray(node['allOf'])) this.#collect(part, names, depth + 1);
  }

  #listOperations(path: string, value: Json): readonly FoundOperation[] {
    const item = this.object(value);
    const shared = this.#listParameters(item);
    return METHODS.flatMap((method) => {
      const node = item[method];
      if (!isJsonObject(node)) return [];
      return [{ path, method, node, parameters: [...shared, ...this.#listParameters(node)] }];
    });
  }

  #listParameters({ parameters }: JsonObject): readonly JsonObject[] {
    return toArray(parameters).map((one) => this.object(one));
  }

  #resolve(ref: string): Json | undefined {
    const steps = ref.startsWith('#') ? parsePointer(ref.slice(1)) : undefined;
    let at: Json | undefined = steps === undefined ? undefined : this.root;
    for (const step of steps ?? []) at = isJsonObject(at) && Object.hasOwn(at, step) ? at[step] : undefined;
    return at;
  }
}

/** Returns a path without the names of its parameters and without a slash at its end: `/pets/{id}/` → `/pets/{}`. */
function loosePath(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}').replace(/(?<=.)\/$/, '');
}
