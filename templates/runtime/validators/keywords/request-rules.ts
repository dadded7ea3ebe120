import { stepTo } from '../check/collect.js';
import type { Issue } from '../check/context.js';
import { readLimit } from '../check/issues.js';
import type { LengthRule, RequestRules, Validator } from '../check/validator.js';
import { countCodePoints } from '../values/strings.js';
import { isArray, isObject, own } from '../values/types.js';
import { say } from './say-count.js';

/** Returns whether a parameter counts as sent. Empty values and flags that are `false` do not. */
export function isSent(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false || value === 'false') return false;
  return !isArray(value) || value.length > 0;
}

/** Lists the violated rules of a request as issues; `schema` is the pointer of the rules in the spec. */
export function findBroken(rules: RequestRules, params: Readonly<Record<string, unknown>>, schema: string): Issue[] {
  const { excludes = {}, requires = {}, lengths = {} } = rules;
  const has = (name: string) => isSent(own(params, name));
  const broken: Issue[] = [];
  const add = (keyword: string, path: readonly string[], message: string, name?: string) => {
    const step = name === undefined ? `/${keyword}` : stepTo(keyword, name);
    broken.push({ message, path, keyword, schema: schema + step });
  };
  for (const keyword of ['exactlyOne', 'atMostOne'] as const) {
    const names = rules[keyword];
    if (!names) continue;
    const [first, ...others] = names.filter(has);
    const list = names.join(', ').replace(/, ([^,]*)$/, ' and $1');
    if (first === undefined && keyword === 'exactlyOne') add(keyword, [], `must have exactly one of ${list}`);
    for (const other of others) add(keyword, [other], `does not go with ${first}: send only one of ${list}`);
  }
  for (const [name, others] of Object.entries(excludes))
    for (const other of has(name) ? others.filter(has) : []) add('excludes', [other], `does not go with ${name}`, name);
  for (const [name, needed] of Object.entries(requires)) {
    const lacking = has(name) ? findLacking(needed, params) : undefined;
    if (lacking !== undefined) add('requires', [name], `needs ${lacking}`, name);
  }
  for (const [path, rule] of Object.entries(lengths))
    for (const [at, value] of listValues(params, path.split('.'))) {
      const fault = findLengthFault(value, rule);
      if (fault !== undefined) add('lengths', at, fault, path);
    }
  return broken;
}

/** Returns the parameter that is missing, `radius`, or its required value, `type=video`; `undefined` if none is. */
function findLacking(
  needed: NonNullable<RequestRules['requires']>[string],
  params: Readonly<Record<string, unknown>>,
): string | undefined {
  if (typeof needed === 'string' || isArray(needed)) return [needed].flat().find((name) => !isSent(own(params, name)));
  const lacking = Object.entries(needed).find(([name, value]) => {
    const sent = own(params, name);
    return !isSent(sent) || [sent].flat().some((one) => String(one) !== String(value));
  });
  return lacking?.join('=');
}

/** Lists the values at a path, each with its own path. `(key)` matches any name: `localizations.(key).title`. */
function listValues(value: unknown, [step, ...steps]: readonly string[]): readonly (readonly [string[], unknown])[] {
  if (step === undefined) return [[[], value]];
  if (!isObject(value)) return [];
  const names = step === '(key)' ? Object.keys(value) : [step];
  return names.flatMap((name) =>
    listValues(own(value, name), steps).map(([path, one]) => [[name, ...path], one] as const),
  );
}

/** Returns the message for a string, or one in an array, that violates a rule: `must have at most 100 characters`; else `undefined`. */
export function findLengthFault(value: unknown, rule: LengthRule): string | undefined {
  const { atLeast = 0, atMost = Infinity, unit = 'characters', without = '' } = rule;
  const texts = [value].flat().filter((one) => typeof one === 'string');
  const listed = texts.map((text) => (/\s/.test(text) ? `"${text}"` : text)).join(',');
  const count = (limit: number) => (unit === 'bytes' ? say(limit, 'byte') : say(limit, 'character'));
  for (const text of unit === 'list' ? [listed] : texts) {
    const length = unit === 'bytes' ? new TextEncoder().encode(text).length : countCodePoints(text);
    if (length < atLeast) return `must have at least ${count(atLeast)}`;
    if (length > atMost) return `must have at most ${count(atMost)}${unit === 'list' ? ' in all' : ''}`;
    const found = [...without].find((one) => text.includes(one));
    if (found !== undefined) return `must not contain ${found}`;
  }
  return undefined;
}

/**
 * Returns a validator that also checks the rules of a request. A validator of another module is passed as a function, because the modules
 * may import each other.
 */
export function withRules<T, Domain>(
  validator: Validator<T, Domain> | (() => Validator<T, Domain>),
  rules: RequestRules,
  schema: string,
): Validator<T, Domain> {
  const read = () => (typeof validator === 'function' ? validator() : validator);
  const find = (value: unknown) => (isObject(value) ? findBroken(rules, value, schema) : []);
  return {
    rules,
    is: (value): value is T => read().is(value) && !find(value).length,
    check: (value, options) => [...read().check(value, options), ...find(value)].slice(0, readLimit(options)),
    get '~standard'() {
      const standard = read()['~standard'];
      return {
        ...standard,
        validate: (value) => {
          const [result, issues] = [standard.validate(value), find(value)];
          return issues.length ? { issues: [...(result.issues ?? []), ...issues] } : result;
        },
      } satisfies Validator<T, Domain>['~standard'];
    },
  };
}
