import { limitOf } from './issues.js';
import type { CheckOptions, SiftOptions, Validator } from './validator.js';
import type { Found, Issue } from './context.js';

/** What a lenient check finds: reasons to reject a value, and what is new in it but does no harm. */
export interface LenientResult {
  /** Reasons why the value does not match; empty where nothing but drift tells it from one that does. */
  readonly issues: readonly Issue[];
  /** New values of enums, and properties that no schema names: as the issues say them that a strict check makes of them. */
  readonly drift: readonly Issue[];
}

/** Validates a value that comes from a service which may be newer than its description. Options are those of `check`. */
export type CheckLeniently = (validator: Validator<unknown>, value: unknown, options?: CheckOptions) => LenientResult;

/**
 * What schemas say of the names of properties, by the pointer of the schema: names between spaces, `true` where any name is
 * good, else names and patterns with their flags.
 */
export type DeclaredNames = Readonly<Record<string, string | true | NamesAndPatterns>>;

interface NamesAndPatterns {
  readonly names: readonly string[];
  readonly patterns: readonly (readonly [source: string, flags: string])[];
}

/** Whether a schema declares a property of that name. */
type Declares = (name: string) => boolean;

/** What checking leniently needs to know beside the validator. */
export interface LenientParts {
  readonly declared: DeclaredNames | ((pointer: string) => DeclaredNames[string] | undefined);
  /** Pointer of the schema of a validator in what `declared` is about, where its issues say `#`. Default: they say the same. */
  readonly rootOf?: (validator: Validator<unknown>) => string;
}

/** Makes the lenient check of a package. */
export function createLenientCheck({ declared, rootOf }: LenientParts): CheckLeniently {
  const known = new Map<string, Declares | undefined>();
  return (validator, value, options) => {
    const root = rootOf?.(validator) ?? '#';
    const declares = (schema: string): Declares | undefined => {
      const pointer = schema.startsWith('#') ? root + schema.slice(1) : schema;
      const one = known.get(pointer) ?? readDeclared(declared, pointer);
      known.set(pointer, one);
      return one;
    };
    let drift: readonly Issue[] = [];
    const sift: SiftOptions['sift'] = (found) => {
      drift = findDrift(found, declares).slice(0, limitOf(options ?? {}));
      return found.filter(({ note }) => note === undefined);
    };
    const strict: CheckOptions & SiftOptions = { ...options, sift };
    return { issues: validator.check(value, strict), drift };
  };
}

function readDeclared(declared: LenientParts['declared'], pointer: string): Declares | undefined {
  const isTable = typeof declared === 'object';
  const entry = isTable ? (Object.hasOwn(declared, pointer) ? declared[pointer] : undefined) : declared(pointer);
  if (entry === undefined) return undefined;
  if (entry === true) return () => true;
  const names = new Set(typeof entry === 'string' ? entry.split(' ') : entry.names);
  const patterns = typeof entry === 'string' ? [] : entry.patterns.map(([source, flags]) => new RegExp(source, flags));
  return (name) => names.has(name) || patterns.some((pattern) => pattern.test(name));
}

/** An object of which schemas declare properties: its path and the first of them, and what all of them declare. */
interface Opened {
  readonly value: object;
  readonly path: Issue['path'];
  readonly schema: string;
  readonly declares: Declares[];
}

function findDrift(found: readonly Found[], declaresOf: (schema: string) => Declares | undefined): readonly Issue[] {
  const opened = new Map<string, Opened>();
  const noted: Issue[] = [];
  for (const { note, path, ...one } of found) {
    if (note === undefined) continue;
    // What collectors find has its path backwards.
    path.reverse();
    const declares = note === 'drift' ? undefined : declaresOf(one.schema);
    if (note === 'drift') noted.push({ ...one, path });
    if (declares === undefined || note === 'drift') continue;
    const key = JSON.stringify(path);
    const known = opened.get(key);
    if (known === undefined) opened.set(key, { value: note, path, schema: one.schema, declares: [declares] });
    else known.declares.push(declares);
  }
  const kept = noted.filter((one) => !isEvaluated(one, opened));
  const told = new Set(kept.map(({ path }) => JSON.stringify(path)));
  const unknown = [...opened.values()].flatMap(findUnknown).filter(({ path }) => !told.has(JSON.stringify(path)));
  return [...kept, ...unknown];
}

/** What is left over by schemas that do not match because of drift inside may be declared by them all the same. */
function isEvaluated({ keyword, path }: Issue, opened: ReadonlyMap<string, Opened>): boolean {
  if (keyword !== 'unevaluatedProperties') return false;
  const name = String(path.at(-1));
  return opened.get(JSON.stringify(path.slice(0, -1)))?.declares.some((declares) => declares(name)) === true;
}

/** Properties that none of the schemas declares. */
function findUnknown({ value, path, schema, declares }: Opened): readonly Issue[] {
  const names = Object.entries(value).filter(([name, one]) => one !== undefined && !declares.some((has) => has(name)));
  return names.map(([name]) => ({
    message: 'is not declared',
    path: [...path, name],
    keyword: 'additionalProperties',
    schema: `${schema}/additionalProperties`,
  }));
}
