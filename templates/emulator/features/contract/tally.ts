import { type Json, type JsonObject, expandParameters, isJsonObject } from '@speccast/runtime';
import type { EmulatorPlan, OperationPlan, Received } from '../../plan/plan.js';
import { readOnce } from '../../plan/read-once.js';
import type { Rule, RuleSign } from '../../plan/rule.js';
import { stringsOf, valueAt } from '../../values/json-path.js';
import type { Coverage, Covered } from './coverage.js';
import { type RuleBook, listRules } from './rule-book.js';
import { readJsonSchema, resolveSchema, toJsonObject, writeExactly } from '@speccast/runtime/requests';
import type { Validator } from '@speccast/runtime/validators';

/** Reports the coverage of a contract. */
export interface CoverageProbe {
  (): Coverage;
  /** Clears the coverage. */
  readonly reset: () => void;
  /** All rules of the service, each with its id, location and how to satisfy it. */
  readonly rules: () => readonly Rule[];
}

/** Counts the parts of a contract that requests exercise, for all worlds of an emulator. */
export class Tally {
  readonly #plan: EmulatorPlan;
  readonly #book: () => RuleBook;
  /** Number of requests by operation. */
  readonly #requests = new Map<string, number>();
  /** Names as in a report: `videos.list 404`, `videos.list 404 videoNotFound`, `videos.list id`, `videos.rate rating=like`. */
  readonly #exercised = new Set<string>();
  /** Ids of rules that rejected a request or hid a row, and of those that a request satisfied. */
  readonly #rejected = new Set<string>();
  readonly #evaluated = new Set<string>();
  /** By operation, the rules that no request has satisfied so far. */
  readonly #waiting = new Map<string, readonly RuleSign[]>();

  constructor(plan: EmulatorPlan, book: () => RuleBook) {
    this.#plan = plan;
    this.#book = book;
  }

  /** Records a request. */
  readonly note = (received: Received, status: number): void => {
    const { plan, error, faults, notes } = received;
    if (notes.hidden.size > 0)
      for (const { id, hides } of this.#book().all) if (hides && notes.hidden.has(hides)) this.#rejected.add(id);
    const rule = error && !faults && this.#book().find(plan, error);
    if (rule) this.#rejected.add(rule.id);
    if (!plan) return;
    const { id } = plan.operation;
    this.#requests.set(id, (this.#requests.get(id) ?? 0) + 1);
    // `default` is the response of errors.
    const names = [String(status), `${String(status).charAt(0)}XX`, ...(status < 400 ? [] : ['DEFAULT'])];
    const declared = new Map(plan.responses.map((one) => [one.status.toUpperCase(), one.status]));
    this.#exercised.add(`${id} ${declared.get(names.find((one) => declared.has(one)) ?? '')}`);
    if (error) for (const owner of [id, '*']) this.#exercised.add(`${owner} ${status} ${error.reason}`);
    else if (status < 400) this.#noteSuccess(plan, received);
  };

  /** The interface for tests. */
  readonly probe: CoverageProbe = Object.assign(() => this.#report(), {
    reset: () => {
      const all = [this.#requests, this.#exercised, this.#rejected, this.#evaluated, this.#waiting];
      for (const one of all) one.clear();
    },
    rules: () => listRules(this.#book()),
  });

  #noteSuccess(plan: OperationPlan, { params = {}, body }: Received): void {
    const { id } = plan.operation;
    for (const { name, property = name } of expandParameters(plan.operation))
      if (Object.hasOwn(params, property)) this.#exercised.add(`${id} ${name}`);
    for (const name of declaredValues(plan).keys()) {
      const [, path] = /^body (.*)$/s.exec(name) ?? [];
      const texts = path === undefined ? stringsOf(params[name]) : readTexts(body, path.split('.'));
      for (const text of texts) this.#exercised.add(`${id} ${name}=${text}`);
    }
    const waiting = (this.#waiting.get(id) ?? this.#book().list(plan)).filter((rule) => {
      if (rule.parameter !== undefined && params[rule.parameter] === undefined) return true;
      if (rule.path !== undefined && valueAt(body, rule.path) === undefined) return true;
      this.#evaluated.add(rule.id);
      return false;
    });
    this.#waiting.set(id, waiting);
  }

  #report(): Coverage {
    const { operations } = this.#plan;
    const { all } = this.#book();
    const count = (names: readonly string[]) => measure([...new Set(names)], this.#exercised);
    const ids = (rules: readonly RuleSign[]) => rules.map(({ id }) => id);
    const byOperation = operations.map((plan) => {
      const { id } = plan.operation;
      const statuses = plan.responses.map(({ status }) => `${id} ${status}`);
      const values = [...declaredValues(plan)].flatMap(([name, texts]) => texts.map((text) => `${id} ${name}=${text}`));
      return {
        operation: id,
        requests: this.#requests.get(id) ?? 0,
        // Equal names count once, for example the status 404 and a reason `404`.
        statuses: count([...statuses, ...listReasons(id, plan)]),
        rules: measure(ids(all.filter(({ operation }) => operation === id)), this.#rejected),
        enums: count(values),
        parameters: count(expandParameters(plan.operation).map(({ name }) => `${id} ${name}`)),
      };
    });
    const sumKind = (kind: 'statuses' | 'enums' | 'parameters', ...more: readonly Covered[]) => {
      const parts = [...byOperation.map((one) => one[kind]), ...more];
      const missing = parts.flatMap((part) => part.missing);
      const total = parts.reduce((result, part) => result + part.total, 0);
      return { total, covered: total - missing.length, missing };
    };
    const satisfiable = all.filter(({ id, hides }) => hides === undefined && !id.startsWith('*'));
    const called = operations.map(({ operation }) => operation.id);
    return {
      operations: measure(called, this.#requests),
      statuses: sumKind('statuses', count(listReasons('*', this.#plan))),
      rules: { ...measure(ids(all), this.#rejected), evaluated: measure(ids(satisfiable), this.#evaluated) },
      enums: sumKind('enums'),
      parameters: sumKind('parameters'),
      byOperation,
    };
  }
}

/** Reads the strings at a path of a body, in all items of lists: `tags.kind` reads `tags[].kind`. */
function readTexts(value: Json | undefined, path: readonly string[]): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => readTexts(item, path));
  const [name, ...rest] = path;
  if (isJsonObject(value)) return name !== undefined && Object.hasOwn(value, name) ? readTexts(value[name], rest) : [];
  return name === undefined ? [String(value)] : [];
}

/** Lists documented reasons with their statuses: `videos.list 404 videoNotFound`. */
function listReasons(owner: string, { reasons = {} }: Pick<EmulatorPlan, 'reasons'>) {
  return Object.entries(reasons).flatMap(([status, names]) => names.map((name) => `${owner} ${status} ${name}`));
}

function measure(names: readonly string[], exercised: Pick<ReadonlySet<string>, 'has'>): Covered {
  const missing = names.filter((name) => !exercised.has(name));
  return { total: names.length, covered: names.length - missing.length, missing };
}

/** The values of `enum` in requests, as strings, by parameter and by path of the body: `body status.privacyStatus`. */
type DeclaredValues = ReadonlyMap<string, readonly string[]>;

/** Maximum depth of a body whose values are listed. */
const deepest = 8;

/** Limits the schemas that are visited in one value. Documents have far fewer. */
const mostSchemas = 20_000;

/** Lists the declared values of an operation, read from the JSON Schemas of its validators. */
const declaredValues: (plan: OperationPlan) => DeclaredValues = readOnce((plan) => {
  const { root, resolve } = openSchema(plan.parameters);
  const entries = Object.entries(toJsonObject(root['properties'])).map(([name, schema]) => {
    const { enum: own, items } = resolve(schema);
    return [name, listTexts(own ?? resolve(items)['enum'])] as const;
  });
  return new Map([...entries.filter(([, texts]) => texts.length > 0), ...readBodyValues(plan)]);
});

/** Reads the values of JSON bodies, with items of lists at the path of the list. Forms and multipart bodies are left out. */
function readBodyValues({ operation, body }: OperationPlan): DeclaredValues {
  const contents = operation.body ?? [];
  const isJson = contents.length === 0 || contents.some(({ kind = 'json' }) => kind === 'json');
  const { root, resolve } = openSchema(isJson ? body : undefined);
  const found = new Map<string, readonly string[]>();
  const visit = (schema: Json, path: string, depth: number) => {
    const { enum: values, properties, items, readOnly } = resolve(schema);
    if (depth > deepest || readOnly === true) return;
    if (Array.isArray(values) && path !== '') found.set(`body ${path}`, listTexts(values));
    for (const [name, inner] of Object.entries(toJsonObject(properties)))
      if (!name.includes('.')) visit(inner, path === '' ? name : `${path}.${name}`, depth + 1);
    if (items !== undefined) visit(items, path, depth + 1);
  };
  visit(root, '', 0);
  return found;
}

/** Returns the JSON Schema of a validator, and a function that resolves the schemas inside of it. */
function openSchema(validator: Validator<unknown> | undefined) {
  const root: JsonObject = (validator && readJsonSchema(validator)) ?? {};
  const budget = { left: mostSchemas };
  return { root, resolve: (schema: Json = {}) => resolveSchema(toJsonObject(schema), { root, budget }) };
}

function listTexts(values: Json | undefined) {
  if (!Array.isArray(values)) return [];
  // `String` cannot convert lists and objects of a spec: they have no prototype.
  return values.map((value: Json) =>
    typeof value === 'object' && value !== null ? writeExactly(value) : String(value),
  );
}
