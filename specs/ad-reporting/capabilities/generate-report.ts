import {
  defineCapability,
  notFoundIn,
  stringAt,
  stringsOf,
  valueAt,
  type Capability,
  type CapabilityCall,
  type Row,
} from '@speccast/emulator/capabilities';
import { generateReport as generate, type ReportAccount, type ReportKind } from './reports/report-cube.js';

/** Members of `x-action` beside `perform`. */
interface GenerateReportOptions {
  readonly report: ReportKind;
  /** Table of the accounts. */
  readonly of: string;
}

/** Generates a report of an account from the specification in the body, as the parts of one array. */
export const generateReport: Capability = defineCapability<GenerateReportOptions>({
  errors: [
    notFoundIn('accounts'),
    {
      name: 'action/specification',
      kind: 'action',
      status: 400,
      text: 'The specification of the report fits together.',
      fix: 'Change what the message names.',
    },
  ],
  run(call, { report: kind, of }) {
    const name = call.requireInput('parent');
    const account = findAccount(call, call.table(of).require(name), name);
    const report = generate({ kind, account, body: call.body, now: call.now });
    if (report.kind === 'report') return { kind: 'rows', rows: report.pieces };
    throw call.error(400, report.reason, report.message, { location: report.location, locationType: 'body' });
  },
});

function findAccount(call: CapabilityCall, row: Row, name: string): ReportAccount {
  const below = (table: string): readonly Row[] =>
    call
      .table(table)
      .list()
      .filter((one) => (stringAt(one, 'name') ?? '').startsWith(`${name}/`));
  const text = (from: Row, path: string): string => stringAt(from, path) ?? '';
  return {
    name,
    currencyCode: stringAt(row, 'currencyCode') ?? 'USD',
    reportingTimeZone: stringAt(row, 'reportingTimeZone') ?? 'America/Los_Angeles',
    apps: below('apps').map((app) => ({
      appId: text(app, 'appId'),
      platform: text(app, 'platform'),
      displayName: text(app, 'manualAppInfo.displayName'),
    })),
    adUnits: below('adUnits').map((unit) => ({
      adUnitId: text(unit, 'adUnitId'),
      appId: text(unit, 'appId'),
      displayName: text(unit, 'displayName'),
      adFormat: text(unit, 'adFormat'),
      adTypes: stringsOf(valueAt(unit, 'adTypes')),
    })),
  };
}
