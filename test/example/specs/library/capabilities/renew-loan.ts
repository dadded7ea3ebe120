import {
  defineCapability,
  notFoundIn,
  stringAt,
  withValue,
  type Capability,
  type CapabilityError,
} from '@speccast/emulator/capabilities';

const DAY = 86_400_000;

/** Maximum number of days from now until the end of a loan. */
const LONGEST = 60;

const tooLate: CapabilityError = {
  name: 'tooLate',
  kind: 'action',
  status: 409,
  reasons: ['loanEndsTooLate'],
  text: `A loan ends at most ${LONGEST} days from now.`,
  fix: 'Renew the loan nearer to its end.',
};

/** Moves the end of a loan by `days`. */
export const renewLoan: Capability = defineCapability<{ readonly days: number }>({
  errors: [notFoundIn('loans'), tooLate],
  run(call, { days }) {
    const loans = call.table('loans');
    const loan = loans.require(call.requireInput('loanId'));
    const due = Date.parse(stringAt(loan, 'due') ?? '') + days * DAY;
    if (due > call.now + LONGEST * DAY) throw call.error(409, 'loanEndsTooLate', tooLate.text);
    const renewed = withValue(loan, 'due', new Date(due).toISOString().slice(0, 10));
    loans.put(renewed);
    return { kind: 'json', body: loans.present(renewed) };
  },
});
