import type { Feature } from '../../world/engine.js';
import type { Hooks } from '../../world/hooks.js';
import { explainError } from './explain-error.js';
import { RuleBook } from './rule-book.js';
import { type CoverageProbe, Tally } from './tally.js';

/** The hooks of the contract. All worlds of an emulator have the same. */
interface ContractHooks extends Hooks {
  readonly coverage: CoverageProbe;
}

/** The rules of the spec: errors explain which one was broken, and tests see which of them requests have exercised. */
export const contract: Feature<ContractHooks> = {
  name: 'contract',
  open: ({ shared }, parent) => {
    if (parent) return parent;
    let book: RuleBook | undefined;
    // Reading the rules of a large document takes time; only errors and coverage need them.
    const readRules = () => (book ??= new RuleBook(shared.plan));
    const tally = new Tally(shared.plan, readRules);
    return {
      coverage: tally.probe,
      explain: (received, error) => explainError(shared, readRules, received, error),
      noteEnd: (received, response) => response && tally.note(received, response.status),
    };
  },
};
