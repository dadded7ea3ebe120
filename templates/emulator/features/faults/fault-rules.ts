import type { Feature } from '../../world/engine.js';
import type { Hooks } from '../../world/hooks.js';
import { Faults } from './faults.js';
import { withFaults } from './with-faults.js';

/** The hooks of the faults of a world. */
interface FaultHooks extends Hooks {
  readonly rules: Faults;
}

/** The faults that tests add: `emulator.on.videos.insert.fail('quotaExceeded')`. */
export const faultRules: Feature<FaultHooks> = {
  name: 'faults',
  open: (engine) => {
    const rules = new Faults(engine.shared);
    return {
      rules,
      around: (routed, proceed) => withFaults({ engine, rules, routed, proceed }),
      passTime: (milliseconds) => rules.waits.pass(milliseconds),
      reset: () => rules.clear(),
    };
  },
};
