import { isIdentifier } from '../code/identifiers.js';

/** Names that are taken in a function or file, and new ones that are not. */
export class LocalNames {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  /** The wanted name if it is free, else with a number. */
  claim(wanted: string): string {
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? wanted : `${wanted}${number}`;
      if (this.#taken.has(name)) continue;
      this.#taken.add(name);
      return name;
    }
  }

  /** Whether a name is taken. */
  has(name: string): boolean {
    return this.#taken.has(name);
  }

  /** All names that are taken. */
  all(): Iterable<string> {
    return this.#taken;
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
  /^(?:is|collect|covers|check|open)[A-Z]|(?:^pattern|^names|Values)[0-9]*$|^(?:own|countProperties|report|reportNearest|refuse|nest|descend|words|Number)(?:Runtime)?[0-9]*$/;

/** `first-item` as `FirstItem`: letters and digits only. */
export function pascalCase(text: string): string {
  return wordsOf(text)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** `first-item` as `firstItem`: letters and digits only. */
export function camelCase(text: string): string {
  const pascal = pascalCase(text);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
}

/** Words of ASCII letters and digits; a name without any is `Member`. */
function wordsOf(text: string): readonly string[] {
  return (
    text
      .match(/[A-Za-z0-9]+/g)
      ?.slice(0, 8)
      .map((word) => word.slice(0, 40)) ?? ['Member']
  );
}

/** Whether source text reads a variable. */
export function mentions(text: string, variable: string): boolean {
  return namesIn(text).has(variable);
}

/** Names that source text mentions, apart from those in single-quoted strings and after a dot. */
export function namesIn(text: string): ReadonlySet<string> {
  const inert = text.replace(/'(?:[^'\\\n]|\\.)*'/g, "''");
  return new Set(inert.match(/(?<![\w$.])[A-Za-z_$][\w$]*/g));
}
