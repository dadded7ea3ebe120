import { isJsonObject, type Json, type JsonObject } from './json.js';
import { type CheckContext, entriesOf, itemsOf, objectAt, placeName } from './check-context.js';
import { parsePathTemplate, type PathTemplate } from './path-template.js';
import { didYouMean } from './suggest.js';

/** The methods of a path item. */
const methods: readonly string[] = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Judges the paths of a document: their templates, the parameters these name, and paths that cannot be told apart. */
export function checkPaths(context: CheckContext, paths: JsonObject): void {
  const claimed = new Map<string, string>();
  for (const [path, value] of entriesOf(paths)) {
    const template = parsePathTemplate(path);
    const item = pathItemAt(context, value);
    if (template.broken !== undefined) {
      const message = `the path ${JSON.stringify(path)} ${template.broken}`;
      context.diagnostics.error('invalid-path', message, context.places.ofKey(paths, path));
    } else if (item !== undefined) {
      checkCollisions(context, paths, { path, item, template }, claimed);
      checkPathItem(context, { path, item, template });
    }
  }
}

interface PathEntry {
  readonly path: string;
  readonly item: JsonObject;
  readonly template: PathTemplate;
}

/** A path item with the fields that its `$ref` adds. */
function pathItemAt(context: CheckContext, value: Json): JsonObject | undefined {
  const target = objectAt(context, value);
  return target !== value && isJsonObject(value) && Object.keys(value).length > 1 ? { ...target, ...value } : target;
}

function checkCollisions(
  context: CheckContext,
  paths: JsonObject,
  { path, item, template }: PathEntry,
  claimed: Map<string, string>,
): void {
  const mine = methods.filter((method) => method in item).map((method) => `${method} ${template.shape}`);
  const other = mine.map((key) => claimed.get(key)).find((one) => one !== undefined);
  for (const key of mine) claimed.set(key, path);
  if (other === undefined) return;
  const at = context.places.ofKey(paths, path);
  const place = placeName(context.places.ofKey(paths, other), at);
  const message = `the path ${JSON.stringify(path)} cannot be told from ${JSON.stringify(other)} (${place})`;
  context.diagnostics.warning('colliding-paths', message, at);
}

function checkPathItem(context: CheckContext, { path, item, template }: PathEntry): void {
  const shared = pathParameters(context, item['parameters']);
  for (const method of methods) {
    const operation = item[method];
    if (!isJsonObject(operation)) continue;
    const own = pathParameters(context, operation['parameters']);
    const names = new Set([...shared, ...own].map(({ name }) => name));
    const absent = template.variables.filter(({ name }) => !names.has(name));
    for (const { name } of absent) {
      const message = `"{${name}}" of the path ${JSON.stringify(path)} is not declared as a parameter with "in: path"`;
      context.diagnostics.error('undeclared-path-parameter', message, context.places.of(operation));
    }
    for (const one of own) checkNamed(context, path, template, one);
  }
  for (const one of shared) checkNamed(context, path, template, one);
}

interface PathParameter {
  readonly name: string;
  /** The list it is declared in, and its index there. */
  readonly owner: object;
  readonly index: number;
}

function pathParameters(context: CheckContext, list: Json | undefined): readonly PathParameter[] {
  return itemsOf(list).flatMap((value, index) => {
    const parameter = objectAt(context, value);
    const name = parameter?.['in'] === 'path' ? parameter['name'] : undefined;
    // itemsOf gave an item, so the list is an array.
    return typeof name === 'string' ? [{ name, owner: list as readonly Json[], index }] : [];
  });
}

function checkNamed(
  context: CheckContext,
  path: string,
  template: PathTemplate,
  { name, owner, index }: PathParameter,
): void {
  const names = template.variables.map((variable) => variable.name);
  if (names.includes(name)) return;
  const message = `the path ${JSON.stringify(path)} has no "{${name}}"${didYouMean(name, names)}`;
  context.diagnostics.error('unknown-path-parameter', message, context.places.ofValue(owner, index));
}
