import { isArray, isObject, own } from '../values/types.js';
import { stepTo } from './collect.js';
import { limitOf } from './issues.js';
import type { Issue } from './context.js';
import type { Validator } from './validator.js';

/** Rules of a request that JSON Schema has no words for: `x-parameter-rules` of the spec. */
export interface RequestRules {
  readonly exactlyOne?: readonly string[];
  readonly atMostOne?: readonly string[];
  /** Parameters, and those that they exclude: `{ id: ['pageToken'] }`. */
  readonly excludes?: Readonly<Record<string, readonly string[]>>;
  /** Parameters, and those that they need: `{ location: 'radius', duration: { type: 'video' } }`. */
  readonly requires?: Readonly<Record<string, string | readonly string[] | Readonly<Record<string, unknown>>>>;
}

/** Whether a parameter is sent: an empty value, and a flag that is `false`, counts as absent. */
export function isSent(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false || value === 'false') return false;
  return !isArray(value) || value.length > 0;
}

/** Finds the rules that the parameters of a request break; `schema` is the pointer of the rules in the spec. */
export function findBroken(rules: RequestRules, params: Readonly<Record<string, unknown>>, schema: string): Issue[] {
  const { excludes = {}, requires = {} } = rules;
  const has = (name: string): boolean => isSent(own(params, name));
  const broken: Issue[] = [];
  const add = (keyword: string, path: readonly string[], message: string, name?: string): void => {
    const step = name === undefined ? `/${keyword}` : stepTo(keyword, name);
    broken.push({ message, path, keyword, schema: schema + step });
  };
  for (const keyword of ['exactlyOne', 'atMostOne'] as const) {
    const names = rules[keyword];
    if (names === undefined) continue;
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
  return broken;
}

/** The parameter that is missing, `radius`, or the value of one, `type=video`. */
function findLacking(
  needed: NonNullable<RequestRules['requires']>[string],
  params: Readonly<Record<string, unknown>>,
): string | undefined {
  if (typeof needed === 'string' || isArray(needed)) return [needed].flat().find((name) => !isSent(own(params, name)));
  const isOnly = (sent: unknown, value: unknown): boolean =>
    isSent(sent) && [sent].flat().every((one) => String(one) === String(value));
  return Object.entries(needed)
    .find(([name, value]) => !isOnly(own(params, name), value))
    ?.join('=');
}

/** Makes a validator of a request that knows its rules besides: the emulator of a documented service leaves them out. */
export function withRules<T, Domain>(
  validator: Validator<T, Domain>,
  rules: RequestRules,
  schema: string,
): Validator<T, Domain> {
  const { is, check, '~standard': standard } = validator;
  const find = (value: unknown): readonly Issue[] => (isObject(value) ? findBroken(rules, value, schema) : []);
  return {
    rules,
    is: (value): value is T => is(value) && find(value).length === 0,
    check: (value, options = {}) => [...check(value, options), ...find(value)].slice(0, limitOf(options)),
    '~standard': {
      ...standard,
      validate: (value) => {
        const [found, issues] = [standard.validate(value), find(value)];
        return issues.length === 0 ? found : { issues: [...(found.issues ?? []), ...issues] };
      },
    },
  };
}
