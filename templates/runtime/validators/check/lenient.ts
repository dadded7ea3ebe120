import { readLimit } from './issues.js';
import type { CheckOptions, LenientOptions, Validator } from './validator.js';
import type { Found, Issue, Lenience, Location } from './context.js';
import { readMember } from '../../json.js';
import { isObject, isString } from '../values/types.js';

/** The result of a lenient check: reasons to reject a value, and harmless differences. */
export interface LenientResult {
  /** Reasons why the value does not match; empty if there is only drift. */
  readonly issues: readonly Issue[];
  /** Values that enums do not list, and properties that no schema declares, as issues. */
  readonly drift: readonly Issue[];
}

/** Validates a value of a service that may be newer than its spec: it accepts new values of enums and new properties. */
export type CheckLeniently = (validator: Validator<unknown>, value: unknown, options?: CheckOptions) => LenientResult;

/**
 * Names of the properties that schemas declare, by pointer of the schema: names separated by spaces, `true` for any name, or names and
 * patterns with their flags.
 */
export type DeclaredNames = Readonly<Record<string, string | true | NamesAndPatterns>>;

interface NamesAndPatterns {
  readonly names: readonly string[];
  readonly patterns: readonly (readonly [source: string, flags: string])[];
}

/** Returns whether a schema declares a property with a name. */
type Declares = (name: string) => boolean;

/** The parts of a lenient check, apart from the validator. */
export interface LenientParts {
  readonly declared: DeclaredNames | ((pointer: string) => DeclaredNames[string] | undefined);
  /** Returns the pointer, in `declared`, of the schema of a validator. Default: `#`. */
  readonly rootOf?: (validator: Validator<unknown>) => string;
}

/** Creates the functions by which a lenient check makes notes. */
export function createLenience(sift: Lenience['sift']): Lenience {
  const noteDrift = ({ context, schema }: Location, keyword: string, message: string): false => {
    context.found.push({ message, path: [], keyword, schema: `${schema}/${keyword}`, note: 'drift' });
    return false;
  };
  return {
    noteObject: ({ context, value, schema }) => {
      if (isObject(value)) context.found.push({ message: '', path: [], keyword: 'properties', schema, note: value });
    },
    noteNewValue: (at, keyword, message, values) => {
      const isNew = keyword !== 'const' && isString(at.value) && [...values].some(isString);
      return isNew ? noteDrift(at, keyword, message) : undefined;
    },
    noteNewProperty: (at, keyword) => noteDrift(at, keyword, 'is not declared'),
    sift,
  };
}

/** Creates the function that checks values leniently with the validators of a package. */
export function createLenientCheck({ declared, rootOf }: LenientParts): CheckLeniently {
  const known = new Map<string, Declares | undefined>();
  return (validator, value, options) => {
    const root = rootOf?.(validator) ?? '#';
    const findDeclares = (schema: string): Declares | undefined => {
      const pointer = schema.replace(/^#/, () => root);
      const declares = known.get(pointer) ?? readDeclared(declared, pointer);
      known.set(pointer, declares);
      return declares;
    };
    let drift: readonly Issue[] = [];
    const lenience = createLenience((found) => {
      drift = findDrift(found, findDeclares).slice(0, readLimit(options));
      return found.filter(({ note }) => note === undefined);
    });
    const lenient: CheckOptions & LenientOptions = { ...options, lenience };
    return { issues: validator.check(value, lenient), drift };
  };
}

function readDeclared(declared: LenientParts['declared'], pointer: string): Declares | undefined {
  const entry = typeof declared === 'object' ? readMember(declared, pointer) : declared(pointer);
  if (entry === undefined) return undefined;
  if (entry === true) return () => true;
  const { names, patterns } = typeof entry === 'string' ? { names: entry.split(' '), patterns: [] } : entry;
  const known = new Set(names);
  const tests = patterns.map(([source, flags]) => new RegExp(source, flags));
  return (name) => known.has(name) || tests.some((pattern) => pattern.test(name));
}

/** Finds new values, and properties that no schema of their object declares. */
function findDrift(found: readonly Found[], findDeclares: (schema: string) => Declares | undefined): readonly Issue[] {
  /** Objects by path, each with the first schema that declares its properties, and the `Declares` of all such schemas. */
  const opened = new Map<string, { value: object; path: Issue['path']; schema: string; declares: Declares[] }>();
  const noted: Issue[] = [];
  for (const { note, path, ...one } of found) {
    if (note === undefined) continue;
    // Paths are reversed during a check.
    path.reverse();
    if (note === 'drift') {
      noted.push({ ...one, path });
      continue;
    }
    const declares = findDeclares(one.schema);
    if (!declares) continue;
    const key = JSON.stringify(path);
    const object = opened.get(key) ?? { value: note, path, schema: one.schema, declares: [] };
    object.declares.push(declares);
    opened.set(key, object);
  }
  // Schemas that do not match because of drift inside may still declare a property that `unevaluatedProperties` rejects.
  const kept = noted.filter(({ keyword, path }) => {
    const object = opened.get(JSON.stringify(path.slice(0, -1)));
    return keyword !== 'unevaluatedProperties' || !object?.declares.some((has) => has(String(path.at(-1))));
  });
  const reported = new Set(kept.map(({ path }) => JSON.stringify(path)));
  for (const { value, path: parent, schema: pointer, declares } of opened.values())
    for (const [name, member] of Object.entries(value)) {
      const path = [...parent, name];
      if (member === undefined || reported.has(JSON.stringify(path)) || declares.some((has) => has(name))) continue;
      const schema = `${pointer}/additionalProperties`;
      kept.push({ message: 'is not declared', path, keyword: 'additionalProperties', schema });
    }
  return kept;
}
