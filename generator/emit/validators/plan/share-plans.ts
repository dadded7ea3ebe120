import { LocalNames, pascalCase } from './local-names.js';
import { innerPlans, type Plan, takesFunction } from './plan.js';
import type { Owner, Program, Shares, Unit } from './program.js';

type Facts = Pick<Program, 'units' | 'unit' | 'callsOf' | 'recursive' | 'memoOf'>;

/** Finds plans of equal structure; the first of them owns what they share, a unit before parts of units. */
export function sharePlans(program: Facts): Shares {
  const structures = new Structures(program);
  const names = new LocalNames([...program.units.values()].map(({ name }) => name));
  const stems = new Map<Plan, string>();
  const claimStem = (plan: Plan, unit: Unit): string => {
    const known = stems.get(plan) ?? names.claim(unit.name + plan.hint.map(pascalCase).join(''));
    stems.set(plan, known);
    return known;
  };
  // What is small is not worth an import.
  const functionKey = (plan: Plan, unit: Unit): string =>
    `${structures.ofFunction(plan)} ${program.memoOf(plan, unit) ?? ''} ${isLarge(plan) ? '' : unit.module}`;
  const schemaKey = (plan: Plan): string => String(structures.ofSchema(plan));
  const isOwn = (plan: Plan, { key, plan: root }: Unit): boolean => plan === root && program.recursive.has(key);
  const functions = findOwners(
    program,
    functionKey,
    (plan, unit) => takesFunction(plan) && !isOwn(plan, unit),
    claimStem,
  );
  const schemas = findOwners(program, schemaKey, (plan) => isLarge(plan), claimStem);
  return {
    functionOwner: (plan, unit) => (isOwn(plan, unit) ? undefined : functions.get(functionKey(plan, unit))),
    schemaOwner: (plan) => schemas.get(schemaKey(plan)),
    functions: [...functions.values()],
    schemas: [...schemas.values()],
    exported: { functions: exportedPlans(functions), schemas: exportedPlans(schemas) },
    stems: new Set(stems.values()),
  };
}

function exportedPlans(owners: ReadonlyMap<string, Owner>): ReadonlySet<Plan> {
  return new Set([...owners.values()].filter(({ isExported }) => isExported).map(({ plan }) => plan));
}

function findOwners(
  { units }: Facts,
  keyOf: (plan: Plan, unit: Unit) => string,
  canShare: (plan: Plan, unit: Unit) => boolean,
  stemOf: (plan: Plan, unit: Unit) => string,
): ReadonlyMap<string, Owner> {
  const found = new Map<string, { readonly plan: Plan; readonly unit: Unit }[]>();
  const visit = (plan: Plan, unit: Unit): void => {
    if (canShare(plan, unit)) {
      const key = keyOf(plan, unit);
      const known = found.get(key);
      // What is inside is printed once, too.
      if (known !== undefined) return void known.push({ plan, unit });
      found.set(key, [{ plan, unit }]);
    }
    for (const one of plan.checks.flatMap(innerPlans)) visit(one, unit);
  };
  for (const unit of units.values()) visit(unit.plan, unit);
  const owners = new Map<string, Owner>();
  for (const [key, uses] of found) {
    const owner = uses.find(({ plan, unit }) => plan === unit.plan) ?? uses[0];
    if (owner === undefined || uses.length < 2) continue;
    const { plan, unit } = owner;
    const stem = plan === unit.plan ? unit.name : stemOf(plan, unit);
    owners.set(key, { plan, unit, stem, isExported: uses.some((one) => one.unit.module !== unit.module) });
  }
  return owners;
}

/** Smallest data that is worth a name. */
const leastParts = 5;

function isLarge(plan: Plan): boolean {
  return countParts(plan, leastParts) >= leastParts;
}

function countParts(plan: Plan, enough: number): number {
  let count = 1;
  for (const check of plan.checks) {
    count += 1;
    if (check.kind === 'fields') count += check.fields.length;
    for (const one of innerPlans(check)) if (count < enough) count += countParts(one, enough - count);
  }
  return count;
}

/** Numbers of structures: plans have the same where nothing but their positions and names tells them apart. */
class Structures {
  readonly #program: Facts;
  readonly #numbers = new Map<string, number>();
  readonly #functions = new Map<Plan, number>();
  readonly #schemas = new Map<Plan, number>();

  constructor(program: Facts) {
    this.#program = program;
  }

  /** Structure of what says whether a value matches: a reference is what it refers to, unless that comes back to itself. */
  ofFunction(plan: Plan): number {
    const known = this.#functions.get(plan);
    if (known !== undefined) return known;
    const [only, ...others] = plan.checks;
    const isReference = only?.kind === 'call' && others.length === 0 && plan.types === undefined;
    const number = isReference
      ? this.#ofCall(only.unit)
      : this.#numberOf('is', plan, {
          ofPlan: (one) => String(this.ofFunction(one)),
          ofCall: (key) => String(this.#ofCall(key)),
        });
    this.#functions.set(plan, number);
    return number;
  }

  /** What a unit calls comes first: units may call each other in chains longer than the stack is deep. */
  #ofCall(key: string): number {
    const { recursive, unit, callsOf } = this.#program;
    if (recursive.has(key)) return this.#number(`unit ${key}`);
    const open = [key];
    for (let next = open.at(-1); next !== undefined; next = open.at(-1)) {
      const unknown = callsOf(next).filter((one) => !recursive.has(one) && !this.#functions.has(unit(one).plan));
      open.push(...unknown);
      if (unknown.length > 0) continue;
      this.ofFunction(unit(next).plan);
      open.pop();
    }
    return this.ofFunction(unit(key).plan);
  }

  /** Structure of what issues are told by: a reference is one to that schema alone. */
  ofSchema(plan: Plan): number {
    const known = this.#schemas.get(plan);
    if (known !== undefined) return known;
    const number = this.#numberOf(plan.secret ? 'secret' : 'schema', plan, {
      ofPlan: (one) => `${this.ofSchema(one)}${quote(one.pointer.slice(plan.pointer.length))}`,
      ofCall: (key) => `call ${quote(key)}`,
    });
    this.#schemas.set(plan, number);
    return number;
  }

  #numberOf(what: string, { types, checks }: Plan, parts: PartWriter): number {
    let text = types === undefined ? what : `${what} ${types.join()}`;
    for (const check of checks)
      text += ` ${check.kind === 'call' ? parts.ofCall(check.unit) : writeValue(check, parts.ofPlan)}`;
    return this.#number(text);
  }

  #number(text: string): number {
    const known = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, known);
    return known;
  }
}

/** How the plans and the calls inside a plan are written. */
interface PartWriter {
  readonly ofPlan: (plan: Plan) => string;
  readonly ofCall: (unit: string) => string;
}

function writeValue(value: unknown, ofPlan: PartWriter['ofPlan']): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object' || value === null) return String(value);
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += `${writeValue(item, ofPlan)},`;
    return `[${text}]`;
  }
  if (isPlan(value)) return ofPlan(value);
  for (const [key, member] of Object.entries(value)) text += `${quote(key)}:${writeValue(member, ofPlan)},`;
  return `{${text}}`;
}

/** A string that no other string can be taken for. */
function quote(text: string): string {
  return `${text.length}"${text}`;
}

function isPlan(value: object): value is Plan {
  return 'pointer' in value && 'hint' in value && 'checks' in value;
}
