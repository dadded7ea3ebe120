import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** A value of a spec read plainly, without the generator's own reader. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** An object of a spec. */
export type JsonMap = Readonly<Record<string, JsonValue>>;

/** One operation as it stands in the spec. */
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

/** Tells whether a value is an object of a spec. */
export function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object; empty where it is none. */
export function mapOf(value: JsonValue | undefined): JsonMap {
  return isMap(value) ? value : {};
}

/** The text of a file below `specs/`. */
export function readSpecText(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../specs/${path}`, import.meta.url)), 'utf8');
}

/** A YAML file below `specs/`, read plainly. */
export function readSpecFile(path: string): JsonMap {
  const value: unknown = parse(readSpecText(path));
  if (!isMap(value)) throw new Error(`specs/${path} holds no object`);
  return value;
}

/** The spec of a service. */
export function readService(service: ServiceName): JsonMap {
  return readSpecFile(`${service}/openapi.yaml`);
}

/** Every operation in the order of the spec. */
export function operationsOf(spec: JsonMap): readonly SpecOperation[] {
  return Object.entries(mapOf(spec['paths'])).flatMap(([path, item]) =>
    Object.entries(mapOf(item)).map(([method, node]) => {
      const operation = mapOf(node);
      return { id: String(operation['operationId']), method: method.toUpperCase(), path, node: operation };
    }),
  );
}

/** The value at a way of keys. */
export function valueAt(spec: JsonValue, keys: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = spec;
  for (const key of keys) {
    if (Array.isArray(value)) value = value[Number(key)];
    else value = isMap(value) ? value[key] : undefined;
  }
  return value;
}

/** Calls the visitor for every object of the spec, with the way to it. */
export function visit(
  value: JsonValue,
  visitor: (node: JsonMap, way: readonly string[]) => void,
  way: readonly string[] = [],
): void {
  if (Array.isArray(value)) value.forEach((item: JsonValue, index) => visit(item, visitor, [...way, String(index)]));
  if (!isMap(value)) return;
  visitor(value, way);
  for (const [key, inner] of Object.entries(value)) visit(inner, visitor, [...way, key]);
}
