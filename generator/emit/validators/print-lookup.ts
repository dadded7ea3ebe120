import { stringLiteral } from '../code/literals.js';
import { isConstant, print, type Condition } from './condition.js';
import { widest } from './cut-function.js';
import type { Plan } from './plan.js';
import type { JudgingPart, Scope } from './scope.js';
import type { LookedField } from './split-fields.js';

/** How the properties that an object has are judged, each by its name. */
export interface Lookup {
  /** The function that tells them apart. */
  readonly part: JudgingPart;
  /** What that returns for a property; `key` and `item` are its parameters. */
  readonly judge: (field: LookedField) => Condition;
  /** Statement of the loop that asks it. */
  readonly ask: (name: string, key: string, item: string, lines: readonly string[]) => string;
}

/** A loop over the properties that the object has; what they are declared to be, a function of the plan's knows. */
export function printLookup(
  fields: readonly LookedField[],
  { part, judge, ask }: Lookup,
  plan: Plan,
  scope: Scope,
): readonly string[] {
  const lines = groupByResult(fields, judge, part.otherwise === 'true');
  if (lines.length === 0) return [];
  const [key, item] = [scope.locals.claim('key'), scope.locals.claim('item')];
  const name = scope.names.judgeInParts(plan, scope.unit, part, lines);
  return [
    `for (const ${key} in ${scope.value}) {`,
    `const ${item} = ${scope.value}[${key}];`,
    ask(name, key, item, lines),
    '}',
  ];
}

/** One line for all names that are judged alike, as far as they fit on it. */
function groupByResult(fields: readonly LookedField[], judge: Lookup['judge'], otherwise: boolean): readonly string[] {
  const names = new Map<string, string[]>();
  for (const field of fields) {
    const result = judge(field);
    if (isConstant(result, otherwise)) continue;
    const text = print(result);
    names.set(text, [...(names.get(text) ?? []), `key === ${stringLiteral(field.name)}`]);
  }
  return [...names].flatMap(([text, tests]) => packTests(tests, text));
}

function packTests(tests: readonly string[], result: string): readonly string[] {
  const lines: string[][] = [];
  for (const one of tests) {
    const last = lines.at(-1);
    const fits = last !== undefined && `if (${[...last, one].join(' || ')}) return ${result};`.length <= widest;
    if (fits) last.push(one);
    else lines.push([one]);
  }
  return lines.map((line) => `if (${line.join(' || ')}) return ${result};`);
}
