import { literal, propertyAccess, stringLiteral } from '../emit/code/syntax/literals.js';
import { declaredTable, type DeclaredTable } from '../emit/validators/plan/declared-names.js';
import type { Program } from '../emit/validators/plan/program.js';
import { unitPointer, type UnitOrigin } from './issue-positions.js';
import type { NamedUnit } from './plan-schemas.js';

/** What a module declares that checks leniently, after its validators. */
export interface LenientText {
  /** Names of the runtime that it needs. */
  readonly used: readonly string[];
  readonly declarations: readonly string[];
}

/** Names that such a module declares. */
export const lenientNames: readonly string[] = ['declaredNames', 'schemaPointers', 'checkLeniently'];

/** Prints the function that checks leniently, and the names that schemas declare. */
export function printLenient(
  program: Program,
  origins: ReadonlyMap<string, UnitOrigin>,
  named: readonly NamedUnit[],
): LenientText {
  const pointers = named.map(({ name, pointer }) => {
    const validator = propertyAccess('validators', name);
    return `[${validator}, ${stringLiteral(pointer)}]`;
  });
  return {
    used: ['DeclaredNames', 'createLenientCheck', 'CheckLeniently'],
    declarations: [
      '/** Names of the properties that each schema declares; `true` where it says what properties of any name are. */',
      `const declaredNames: DeclaredNames = ${literal(listDeclaredNames(program, origins))};`,
      '',
      `const schemaPointers = new Map<Validator<unknown>, string>([${pointers.join(', ')}]);`,
      '',
      '/** Checks what may be newer than its schema: new texts of enums and properties that no schema declares pass, and are told apart as `drift`. */',
      'export const checkLeniently: CheckLeniently = /* @__PURE__ */ createLenientCheck({',
      "declared: declaredNames, rootOf: (one) => schemaPointers.get(one) ?? '#' });",
    ],
  };
}

/** Names by the pointer in the input: the same pointer of two schemas means two things. */
function listDeclaredNames(program: Program, origins: ReadonlyMap<string, UnitOrigin>): DeclaredTable {
  const table = new Map<string, DeclaredTable[string]>();
  for (const [key, origin] of origins) {
    const { plan } = program.unit(key);
    for (const [pointer, names] of Object.entries(declaredTable([plan], program))) {
      const inInput = unitPointer(origin) + pointer.slice(plan.pointer.length);
      if (!table.has(inInput)) table.set(inInput, names);
    }
  }
  return Object.fromEntries(table);
}
