import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** A value of a spec, as a YAML parser reads it. The generator's reader is not used here, so that these tests are independent of it. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** An object of a spec. */
export type JsonMap = Readonly<Record<string, JsonValue>>;

/** One operation of a spec. */
export interface SpecOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly node: JsonMap;
}

/** The services that the repository ships. */
export const services = ['video-platform', 'ad-reporting'] as const;

/** Name of a service that the repository ships. */
export type ServiceName = (typeof services)[number];

/** Returns whether a value is an object. */
export function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a value if it is an object, and `{}` for all other values. */
export function toMap(value: JsonValue | undefined): JsonMap {
  return isMap(value) ? value : {};
}

/** Reads the text of a file in `specs/`. */
export function readSpecText(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../specs/${path}`, import.meta.url)), 'utf8');
}

/** Reads a YAML file in `specs/`. Throws if it has no object. */
export function readSpecFile(path: string): JsonMap {
  const value: unknown = parse(readSpecText(path));
  if (!isMap(value)) throw new Error(`specs/${path} has no object at its top level`);
  return value;
}

/** Reads the spec of a service. */
export function readService(service: ServiceName): JsonMap {
  return readSpecFile(`${service}/openapi.yaml`);
}

/** Lists the operations in the order of the spec. */
export function listOperations(spec: JsonMap): readonly SpecOperation[] {
  return Object.entries(toMap(spec['paths'])).flatMap(([path, item]) =>
    Object.entries(toMap(item)).map(([method, node]) => {
      const operation = toMap(node);
      return { id: String(operation['operationId']), method: method.toUpperCase(), path, node: operation };
    }),
  );
}

/** Returns the value at a path of keys: `[paths, /videos, get]`. */
export function valueAt(spec: JsonValue, keys: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = spec;
  for (const key of keys) {
    if (Array.isArray(value)) value = value[Number(key)];
    else value = isMap(value) ? value[key] : undefined;
  }
  return value;
}

/** Calls the visitor for every object in a value, with the path of keys to it. */
export function visitObjects(
  value: JsonValue,
  visitor: (node: JsonMap, path: readonly string[]) => void,
  path: readonly string[] = [],
): void {
  if (Array.isArray(value))
    value.forEach((item: JsonValue, index) => visitObjects(item, visitor, [...path, String(index)]));
  if (!isMap(value)) return;
  visitor(value, path);
  for (const [key, inner] of Object.entries(value)) visitObjects(inner, visitor, [...path, key]);
}
