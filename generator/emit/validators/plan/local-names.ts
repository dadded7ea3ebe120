import { isIdentifier } from '../../code/literals.js';

/** The names of a function or file; claims new names that are free. */
export class LocalNames {
  readonly #taken: Set<string>;

  readonly #outer: LocalNames | undefined;
  /** Next number for a name that was claimed before. It saves tests, since a name may be claimed thousands of times. */
  readonly #numbers = new Map<string, number>();

  /** Creates a scope in which `taken` and all names of `outer` are taken, such as those of the file that contains a function. */
  constructor(taken: Iterable<string> = [], outer?: LocalNames) {
    this.#taken = new Set(taken);
    this.#outer = outer;
  }

  /** Claims a name: `items`, or `items2` if it is taken. `isFree` may reject further names. */
  claim(preferred: string, isFree: (name: string) => boolean = () => true): string {
    for (let number = this.#numbers.get(preferred) ?? 1; ; number += 1) {
      const name = number === 1 ? preferred : `${preferred}${number}`;
      if (this.has(name) || !isFree(name)) continue;
      this.#taken.add(name);
      this.#numbers.set(preferred, number + 1);
      return name;
    }
  }

  /** Returns true if a name is taken. */
  has(name: string): boolean {
    return this.#taken.has(name) || this.#outer?.has(name) === true;
  }

  /** Claims a variable for a property: `title` → `title`, `first-item` → `firstItem`. */
  claimLocal(property: string): string {
    const plain = isIdentifier(property) ? property : camelCase(property);
    const name = isIdentifier(plain) ? plain : 'member';
    return this.claim(reserved.test(name) ? `${name}Member` : name);
  }
}

/** Names that the file may declare or import later: functions, hoisted constants, helpers of the runtime. */
const reserved =
  /^(?:is|covers|check|schemaOf)[A-Z]|(?:^pattern|^names|Values|Format)[0-9]*$|^(?:own|countProperties|descend|collectOnce|words|Number)(?:Runtime)?[0-9]*$/;

/** Converts a text to PascalCase with ASCII letters and digits only: `first-item` → `FirstItem`. */
export function pascalCase(text: string): string {
  return splitIntoWords(text)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** Converts a text to camelCase with ASCII letters and digits only: `first-item` → `firstItem`. */
export function camelCase(text: string): string {
  const pascal = pascalCase(text);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
}

/** Splits a text into words of ASCII letters and digits; a text without any becomes `Member`. */
function splitIntoWords(text: string): readonly string[] {
  return (
    text
      .match(/[A-Za-z0-9]+/g)
      ?.slice(0, 8)
      .map((word) => word.slice(0, 40)) ?? ['Member']
  );
}

/** Returns true if source code uses a variable. */
export function usesName(text: string, variable: string): boolean {
  return text.includes(variable) && listNames(text).has(variable);
}

/** Lists which of the variables `depth` (levels left) and `memo` statements use: a function with these statements needs them as parameters. */
export function listPassedVariables(lines: readonly string[]): readonly string[] {
  return ['depth', 'memo'].filter((one) => lines.some((line) => usesName(line, one)));
}

// All characters beyond ASCII count as letters, because classes such as `\p{ID_Start}` are ten times slower.
const stringsAndNames =
  /'(?:[^'\\\n]|\\.)*'|(?<![\w$.\u0080-\uffff])(?![\w$\u0080-\uffff]+:)[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/g;

/** The names of the last text, since callers often test several names in the same text. */
let last: { readonly text: string; readonly names: ReadonlySet<string> } = { text: '', names: new Set() };

/** Lists the names that source code uses, without those in single-quoted strings, after a dot, and keys of objects. */
export function listNames(text: string): ReadonlySet<string> {
  if (last.text === text) return last.names;
  const names = new Set<string>();
  for (const found of text.match(stringsAndNames) ?? []) if (!found.startsWith("'")) names.add(found);
  last = { text, names };
  return names;
}
