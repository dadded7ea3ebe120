import { block } from './block.js';
import { stringLiteral } from '../code/syntax/literals.js';
import { isConstant, print } from './condition.js';
import { handedTo } from './local-names.js';
import { matches } from './matches.js';
import type { Plan } from './plan.js';
import { look, type Scope } from './scope.js';
import type { LookedField } from './split-fields.js';

/** A loop over the properties that the object has; what they are declared to be, a function of the plan's knows. */
export function printLookup(fields: readonly LookedField[], plan: Plan, scope: Scope): readonly string[] {
  const lines = groupByResult(fields, scope);
  if (lines.length === 0) return [];
  const [key, item] = [scope.locals.claim('key'), scope.locals.claim('item')];
  const part = { word: 'Member', takes: 'member', otherwise: 'true' } as const;
  const name = scope.names.judgePart(plan, scope.unit, part, lines);
  const args = [key, item, ...handedTo(lines)].join(', ');
  return block(`for (const ${key} in ${scope.value})`, [
    `const ${item} = ${scope.value}[${key}];`,
    `if (${item} !== undefined && !${name}(${args})) return false;`,
  ]);
}

/** One statement for all names that are judged alike. */
function groupByResult(fields: readonly LookedField[], scope: Scope): readonly string[] {
  const names = new Map<string, string[]>();
  for (const field of fields) {
    const result = matches(field.plan, look(scope, 'item'));
    if (isConstant(result, true)) continue;
    const text = print(result);
    names.set(text, [...(names.get(text) ?? []), `key === ${stringLiteral(field.name)}`]);
  }
  return [...names].map(([text, tests]) => `if (${tests.join(' || ')}) return ${text};`);
}
