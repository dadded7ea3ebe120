import type { Check, Step } from './check.js';

/** All checks of some sections, in which each step that names one of those in `given` is that step, with what stands beside the name. */
export function listChecks(
  sections: readonly (readonly Check[])[],
  given: Readonly<Record<string, Step>> = {},
): readonly Check[] {
  return sections.flat().map((check) => ({
    ...check,
    steps: filled(check.steps, given),
    ...(check.finally !== undefined && { finally: filled(check.finally, given) }),
  }));
}

function filled(steps: readonly Step[], given: Readonly<Record<string, Step>>): readonly Step[] {
  return steps.map(({ given: name, ...own }) => {
    const step: Step = name === undefined ? own : { ...given[name], ...own };
    return step.steps === undefined ? step : { ...step, steps: filled(step.steps, given) };
  });
}
