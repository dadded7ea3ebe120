import { stringLiteral } from '../code/literals.js';
import { all, isConstant, not, print, test, type Condition } from './condition.js';
import { mentions } from './local-names.js';
import { runtime, type Scope } from './scope.js';

/** What an issue is about: a keyword of a schema, and what to say. */
export interface IssueText {
  readonly keyword: string;
  readonly message: string;
  readonly pointer: string;
  /** Source text of the list of allowed values that the message is made from at run time. */
  readonly values?: string;
}

/** A member of the value. */
export interface Member {
  /** Source text of its name or index. */
  readonly key: string;
  /** JSON pointer of the schema that `refuse(at, key, …)` means; absent where it means none. */
  readonly refusedBy?: string;
}

/** Source text of a call that adds an issue about the value, or about a member of it; it tells whether collecting is over. */
export function reportCall(issue: IssueText, scope: Scope, member?: Member): string {
  const { pointer, keyword, message, values } = issue;
  const key = member === undefined ? [] : [member.key];
  if (member?.refusedBy === pointer) {
    const [name, last] = values === undefined ? ['refuse', stringLiteral(message)] : ['refuseUnlisted', values];
    return callText(runtime(scope, 'members', name), ['at', ...key, stringLiteral(keyword), last]);
  }
  const schema = stringLiteral(`${pointer}/${keyword}`);
  if (values === undefined)
    return callText(runtime(scope, 'issues', 'report'), [scope.context, schema, stringLiteral(message), ...key]);
  const value = scope.value === 'value' ? 'value' : `value: ${scope.value}`;
  const list = `{ ${value}, values: ${values} }`;
  return callText(runtime(scope, 'members', 'reportUnlisted'), [scope.context, schema, list, ...key]);
}

function callText(name: string, args: readonly string[]): string {
  return `${name}(${args.join(', ')})`;
}

/** Adds an issue unless the condition holds. */
export function reportUnless(condition: Condition, issue: IssueText, scope: Scope, member?: Member): readonly string[] {
  return isConstant(condition, true) ? [] : stopIf(not(condition), reportCall(issue, scope, member));
}

/** Leaves where a condition holds and the call that it leads to says that collecting is over. */
export function stopIf(condition: Condition, call: string): readonly string[] {
  return isConstant(condition, false) ? [] : [`if (${print(all([condition, test(call)]))}) return;`];
}

/** Leaves when collecting is over: after the call of a collector that judges the same value. */
export function stopWhenFull(scope: Scope): string {
  return `if (${runtime(scope, 'issues', 'isFull')}(${scope.context})) return;`;
}

/** A loop over the items of an array, by index. */
export function printIndexLoop(
  lines: readonly string[],
  {
    index,
    item,
    scope,
    from = 0,
  }: { readonly index: string; readonly item: string; readonly scope: Scope; readonly from?: number },
): readonly string[] {
  if (lines.length === 0) return [];
  const head = `for (let ${index} = ${from}; ${index} < ${scope.value}.length; ${index} += 1) {`;
  return [head, ...readItem(lines, item, `${scope.value}[${index}]`), ...lines, '}'];
}

/** A loop over the object's own properties that some names or patterns do not cover; `undefined` stands for an absent one. */
export function printMemberLoop(
  lines: readonly string[],
  {
    key,
    item,
    scope,
    covered,
  }: {
    readonly key: string;
    readonly item: string;
    readonly scope: Scope;
    readonly covered: Condition;
  },
): readonly string[] {
  if (lines.length === 0 || isConstant(covered, true)) return [];
  const read = `${runtime(scope, 'types', 'own')}(${scope.value}, ${key})`;
  const reading = readItem(lines, item, read);
  return [
    `for (const ${key} in ${scope.value}) {`,
    ...(isConstant(covered, false) ? [] : [`if (${print(covered)}) continue;`]),
    ...reading,
    `if (${reading.length === 0 ? read : item} === undefined) continue;`,
    ...lines,
    '}',
  ];
}

function readItem(lines: readonly string[], item: string, read: string): readonly string[] {
  return mentions(lines.join('\n'), item) ? [`const ${item} = ${read};`] : [];
}
