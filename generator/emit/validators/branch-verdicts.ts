import { print, test, type Condition } from './condition.js';
import { mentions, type LocalNames } from './local-names.js';

/** Longest condition of a unit that is repeated where it is asked; it does not take much to double it again and again. */
const longest = 2000;

/** Variables for what branches say about a value, so that they are asked once, however many members it has. */
export class BranchVerdicts {
  readonly #locals: LocalNames;
  readonly #names = new Map<string, string>();
  readonly #units = new Map<string, Condition>();

  constructor(locals: LocalNames) {
    this.#locals = locals;
  }

  /** The condition, judged when it is first asked for; what calls no function is judged on the spot. */
  once(condition: Condition): Condition {
    const text = print(condition);
    if (!/\w\(/.test(text)) return condition;
    const name = this.#names.get(text) ?? this.#locals.claim('matched');
    this.#names.set(text, name);
    return test(`(${name} ??= ${text})`);
  }

  /** The condition that a unit comes down to, made once. */
  ofUnit(key: string, make: () => Condition): Condition {
    const condition = this.#units.get(key) ?? make();
    this.#units.set(key, condition);
    return condition;
  }

  /** Whether a condition asks a branch, and is short enough to stand in place of a function that would ask it each time. */
  isInPlace(condition: Condition): boolean {
    const text = print(condition);
    return text.includes(' ??= ') && text.length <= longest;
  }

  /** Declarations of the variables that a condition reads. */
  declare(condition: Condition): readonly string[] {
    const text = print(condition);
    return [...this.#names.values()]
      .filter((name) => mentions(text, name))
      .map((name) => `let ${name}: boolean | undefined;`);
  }
}
