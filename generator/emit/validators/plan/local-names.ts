import { isIdentifier } from '../../code/literals.js';

/** Names that are taken in a function or file, and new ones that are not. */
export class LocalNames {
  readonly #taken: Set<string>;

  readonly #outer: LocalNames | undefined;
  /** The number to go on with for a name that was wanted before: there may be thousands. */
  readonly #numbers = new Map<string, number>();

  /** Starts with names that are taken. Those of `outer`, such as the file around a function, are taken here, too. */
  constructor(taken: Iterable<string> = [], outer?: LocalNames) {
    this.#taken = new Set(taken);
    this.#outer = outer;
  }

  /** The wanted name if it is free, else with a number; `isFree` may know of more that are taken. */
  claim(wanted: string, isFree: (name: string) => boolean = () => true): string {
    for (let number = this.#numbers.get(wanted) ?? 1; ; number += 1) {
      const name = number === 1 ? wanted : `${wanted}${number}`;
      if (this.has(name) || !isFree(name)) continue;
      this.#taken.add(name);
      this.#numbers.set(wanted, number + 1);
      return name;
    }
  }

  /** Tells whether a name is taken. */
  has(name: string): boolean {
    return this.#taken.has(name) || this.#outer?.has(name) === true;
  }

  /** A variable for a property: its own name where that is one, else words of it. */
  claimLocal(property: string): string {
    const plain = isIdentifier(property) ? property : camelCase(property);
    const name = isIdentifier(plain) ? plain : 'member';
    return this.claim(reserved.test(name) ? `${name}Member` : name);
  }
}

/** Names that the file may come to declare or import later: functions, hoisted constants, helpers of the runtime. */
const reserved =
  /^(?:is|covers|check|schemaOf)[A-Z]|(?:^pattern|^names|Values|Format)[0-9]*$|^(?:own|countProperties|descend|collectOnce|words|Number)(?:Runtime)?[0-9]*$/;

/** `first-item` as `FirstItem`: letters and digits only. */
export function pascalCase(text: string): string {
  return splitIntoWords(text)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** `first-item` as `firstItem`: letters and digits only. */
export function camelCase(text: string): string {
  const pascal = pascalCase(text);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
}

/** Words of ASCII letters and digits; a name without any is `Member`. */
function splitIntoWords(text: string): readonly string[] {
  return (
    text
      .match(/[A-Za-z0-9]+/g)
      ?.slice(0, 8)
      .map((word) => word.slice(0, 40)) ?? ['Member']
  );
}

/** Tells whether source text reads a variable. */
export function mentions(text: string, variable: string): boolean {
  return text.includes(variable) && namesIn(text).has(variable);
}

/** Which of the levels left and the memo statements read: what a function that goes on has to be handed. */
export function handedTo(lines: readonly string[]): readonly string[] {
  return ['depth', 'memo'].filter((one) => lines.some((line) => mentions(line, one)));
}

// All characters beyond ASCII count as letters: classes such as `\p{ID_Start}` take ten times as long.
const stringsAndNames =
  /'(?:[^'\\\n]|\\.)*'|(?<![\w$.\u0080-\uffff])(?![\w$\u0080-\uffff]+:)[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/g;

/** Names of the last text: several questions are asked of one text in a row. */
let last: { readonly text: string; readonly names: ReadonlySet<string> } = { text: '', names: new Set() };

/** Names that source text mentions, apart from those in single-quoted strings, after a dot, and of members of objects. */
export function namesIn(text: string): ReadonlySet<string> {
  if (last.text === text) return last.names;
  const names = new Set<string>();
  for (const found of text.match(stringsAndNames) ?? []) if (!found.startsWith("'")) names.add(found);
  last = { text, names };
  return names;
}
