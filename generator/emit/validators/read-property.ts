import { propertyAccess, stringLiteral } from '../code/syntax/literals.js';
import { compare, type Condition } from './condition.js';
import { runtime, type Scope } from './scope.js';

/** Names that every object inherits: they have to be looked for in the object itself. */
export const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Source text that reads a property of the value. */
export function readProperty(name: string, scope: Scope): string {
  if (!inherited.has(name)) return propertyAccess(scope.value, name);
  return `${runtime(scope, 'types', 'own')}(${scope.value}, ${stringLiteral(name)})`;
}

/** What must hold for the value to lack a property. */
export function isAbsent(name: string, scope: Scope): Condition {
  return compare(readProperty(name, scope), '===', 'undefined');
}
