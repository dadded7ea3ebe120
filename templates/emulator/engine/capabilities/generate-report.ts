import { generateReport as generate, type ReportAccount, type ReportKind } from '../domain/report-cube.js';
import type { Call, Capability } from '../plan/plan.js';
import { HttpError } from '../response/http-error.js';
import { requireRow } from '../rows/rows.js';
import type { Row } from '../store/row-index.js';
import { stringAt, stringsOf, valueAt } from '../values/json-path.js';
import { requireInput, textOption } from './inputs.js';

/** Generates a report of an account from the specification sent, as the pieces of one array. */
export const generateReport: Capability = (call, options) => {
  const name = requireInput(call, 'parent');
  const account = accountOf(call, requireRow(call, textOption(options, 'of'), name), name);
  const kind: ReportKind = textOption(options, 'report') === 'network' ? 'network' : 'mediation';
  const report = generate({ kind, account, body: call.body, now: call.now });
  if (report.kind === 'report') return { kind: 'rows', rows: report.pieces };
  throw new HttpError(400, report.reason, report.message, { location: report.location, locationType: 'body' });
};

function accountOf(call: Call, row: Row, name: string): ReportAccount {
  const below = (table: string): readonly Row[] =>
    call.tables.list(table).filter((one) => (stringAt(one, 'name') ?? '').startsWith(`${name}/`));
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
