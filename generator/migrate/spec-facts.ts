import { isJsonObject, readInner, toArray, toObject, type Json, type JsonObject } from '../json.js';
import { hasRef } from '../spec/openapi/rules.js';
import { parsePointer } from '../spec/read/pointer.js';

/** Methods of a path item that are operations. */
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const;

/** An operation of a document, with which an old configuration is compared. */
export interface FoundOperation {
  /** Path template as in the document. */
  readonly path: string;
  readonly method: string;
  readonly node: JsonObject;
  /** Parameters of the operation and of its path item. */
  readonly parameters: readonly JsonObject[];
}

/** Maximum number of references that are followed one after the other. */
const MOST_STEPS = 20;

/** The document as it is written, before overlays, with which an old configuration is compared. */
export class SpecFacts {
  readonly root: JsonObject;
  /** In the order of the document. */
  readonly operations: readonly FoundOperation[];
  /** True for OpenAPI 3, which has servers and security schemes. */
  readonly isOpenApi3: boolean;
  readonly #byEndpoint: ReadonlyMap<string, FoundOperation>;

  constructor(root: Json) {
    this.root = toObject(root);
    this.isOpenApi3 = typeof this.root['openapi'] === 'string';
    this.operations = Object.entries(this.object(this.root['paths'])).flatMap(([path, value]) => {
      const item = this.object(value);
      return METHODS.flatMap((method): FoundOperation[] => {
        const node = item[method];
        if (!isJsonObject(node)) return [];
        const all = [...toArray(item['parameters']), ...toArray(node['parameters'])];
        return [{ path, method, node, parameters: all.map((one) => this.object(one)) }];
      });
    });
    // Later entries of a Map replace earlier ones: an exact path wins over a loose one, and the first loose path over the next.
    this.#byEndpoint = new Map([
      ...this.operations.toReversed().map((one) => [`${one.method} ${loosePath(one.path)}`, one] as const),
      ...this.operations.map((one) => [`${one.method} ${one.path}`, one] as const),
    ]);
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
      if (!hasRef(at)) return at;
      const steps = at.$ref.startsWith('#') ? parsePointer(at.$ref.slice(1)) : undefined;
      at = steps?.reduce<JsonObject>((inner, step) => readInner(inner, step), this.root);
    }
    return {};
  }

  /** Lists the named query parameters of an operation. */
  queryNames({ parameters }: FoundOperation): ReadonlySet<string> {
    const names = parameters.filter((one) => one['in'] === 'query').map(({ name }) => name);
    return new Set(names.filter((name) => typeof name === 'string'));
  }

  /** Lists the names of the properties of the response of an operation, those of `allOf` included. */
  responseNames({ node }: FoundOperation): ReadonlySet<string> {
    const responses = this.object(node['responses']);
    const success = Object.keys(responses).find((status) => status.startsWith('2'));
    const response = this.object(success === undefined ? undefined : responses[success]);
    const content = this.object(response['content']);
    const type = Object.keys(content).find((one) => one.includes('json'));
    const schema = type === undefined ? response['schema'] : this.object(content[type])['schema'];
    return new Set(this.#listProperties(schema, 0));
  }

  #listProperties(schema: Json | undefined, depth: number): readonly string[] {
    if (depth > MOST_STEPS) return [];
    const { properties, allOf } = this.object(schema);
    const inherited = toArray(allOf).flatMap((part) => this.#listProperties(part, depth + 1));
    return [...Object.keys(this.object(properties)), ...inherited];
  }
}

/** Returns a path without the names of its parameters and without a slash at its end: `/pets/{id}/` → `/pets/{}`. */
function loosePath(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}').replace(/(?<=.)\/$/, '');
}
