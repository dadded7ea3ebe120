import type { Position } from '../diagnostics.js';
import { printPointer } from '../spec/references/pointer.js';
import { listPlaces, type SchemaPlace as Listed } from '../emit/validators/list-places.js';
import type { Program } from '../emit/validators/program.js';
import type { Json } from '../spec/read/json.js';
import type { Located, LocatePointer } from '../spec/references/locate-pointer.js';
import { parsePointer } from '../spec/references/pointer.js';
import { isShipped } from './meta-schemas.js';
import type { CompileInput } from './read-input.js';
import type { SchemaPlace } from './resource.js';

/** What a unit was planned from. */
export interface UnitOrigin {
  /** Name of the schema of the input that leads to it. */
  readonly name: string;
  readonly place: SchemaPlace;
}

/** Pointer in the input of a named schema: what issues mean by `#`. */
export function namedPointer(name: string): string {
  return `#${printPointer(['schemas', name])}`;
}

/** Pointer of what a unit was planned from: in the input, or in a resource with a URI of its own. */
export function unitPointer({ name, place: { resource, pointer } }: UnitOrigin): string {
  return `${resource.label === '' ? namedPointer(name) : `${resource.label}#`}${pointer}`;
}

/** Lists the places in the input of all that issues can be about; each once. */
export function listInputPlaces(
  program: Program,
  origins: ReadonlyMap<string, UnitOrigin>,
  input: CompileInput,
): readonly Listed[] {
  const known = new Set<string>();
  return [...origins].flatMap(([key, { name, place }]) => {
    const unit = unitPointer({ name, place });
    if (isShipped(place.resource.uri) || known.has(unit)) return [];
    known.add(unit);
    const places = listPlaces([program.unit(key).plan], locateIn(place, name, input));
    return places.map((one) => ({ ...one, unit, at: { ...one.at, file: lastStep(one.at.file) } }));
  });
}

/** What the pointers of a resource's schemas lead to. */
function locateIn({ resource }: SchemaPlace, name: string, input: CompileInput): LocatePointer {
  return (pointer, key) => {
    const steps = parsePointer(pointer.slice(resource.label.length + 1)) ?? [];
    let found: Located = { at: rootPlace(resource, name, input), value: resource.root };
    for (const step of steps) found = stepInto(found, step, input);
    return key === undefined ? found : stepInto(found, key, input);
  };
}

function stepInto({ at, value }: Located, step: string, { places }: CompileInput): Located {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return { at };
  // Objects and arrays alike have it under the step.
  return { at: places.ofKey(value, step), value: Reflect.get(value, step) as Json };
}

function rootPlace({ root, label }: SchemaPlace['resource'], name: string, input: CompileInput): Position {
  const { places, schemas, remotes } = input;
  if (typeof root !== 'object' || root === null)
    return label === '' ? places.ofKey(schemas, name) : places.ofKey(remotes, label);
  const { parent, key } = places.get(root);
  return parent === undefined ? places.of(root) : places.ofKey(parent, key);
}

function lastStep(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
