import type { Server, ServerVariable } from '../../api/service/service.js';
import { pairUp } from '../../api/pair-up.js';
import type { ChangeCode } from '../change.js';
import type { ServiceDiff } from '../api-diff.js';
import { diffDocs } from '../schemas/diff-annotations.js';
import type { Where } from '../schemas/diff-annotations.js';
import { quote, say, step } from '../finding.js';
import type { Both, Location } from '../finding.js';
import { locationAt } from '../side.js';

/** Compares base addresses, of which the first one is where calls go that name none. */
export function diffServers({ sides, report }: ServiceDiff): void {
  const [old, now] = [sides.before.api.servers, sides.after.api.servers];
  for (const [url, { ours, theirs }] of pairUp(old, now, keyOf)) {
    const subject = `servers.${step(url)}`;
    const location = (side: Location['side'], servers: readonly Server[], one: Server): Location =>
      locationAt(sides, ['servers', servers.indexOf(one)], side);
    if (theirs === undefined) {
      if (ours === undefined) continue;
      const message = `the base address ${quote(url)} is gone`;
      report({ code: 'server-removed', message, subject, ...location('old', old, ours) });
    } else if (ours === undefined) {
      const message = `the base address ${quote(url)} is new`;
      report({ code: 'server-added', message, subject, ...location('new', now, theirs) });
    } else diffServer({ report }, { before: ours, after: theirs }, { subject, ...location('new', now, theirs) });
  }
  const [first, other] = [old[0], now[0]].map((one) => one && keyOf(one));
  if (first === undefined || other === undefined || first === other || !now.some((one) => keyOf(one) === first)) return;
  const message = `calls go to ${quote(other)} where nothing else is said, and went to ${quote(first)}`;
  report({ code: 'default-server-changed', message, subject: 'servers', ...locationAt(sides, ['servers', 0]) });
}

/** Clients end no base address with a slash. */
function keyOf({ url }: Server): string {
  return url.replace(/\/+$/, '');
}

type Reporter = Pick<ServiceDiff, 'report'>;

function diffServer({ report }: Reporter, { before, after }: Both<Server>, where: Where): void {
  diffDocs({ report }, { before: docOf(before), after: docOf(after) }, where);
  for (const [name, { ours, theirs }] of pairUp(before.variables, after.variables, (one) => one.name)) {
    const inner = { ...where, subject: `${where.subject}.${step(name)}` };
    if (ours === undefined || theirs === undefined) {
      const message = `the variable ${quote(name)} is ${theirs === undefined ? 'gone' : 'new'}`;
      report({ code: 'server-variable-changed', message, ...inner });
    } else diffVariable({ report }, { before: ours, after: theirs }, inner);
  }
}

function docOf({ description, name }: Partial<Pick<Server, 'description' | 'name'>>): {
  readonly summary?: string;
  readonly description?: string;
} {
  return { ...(name !== undefined && { summary: name }), ...(description !== undefined && { description }) };
}

function diffVariable({ report }: Reporter, { before, after }: Both<ServerVariable>, where: Where): void {
  const tell = (code: ChangeCode, message: string): void => report({ code, message, ...where });
  diffDocs({ report }, { before: docOf(before), after: docOf(after) }, where);
  const name = quote(after.name);
  if (before.default !== after.default)
    tell('server-variable-changed', `${name} is ${say(after.default)} by default, and was ${say(before.default)}`);
  if (before.values.length === 0 && after.values.length === 0) return;
  if (before.values.length === 0) return tell('server-variable-changed', `${name} has certain values, and had any`);
  if (after.values.length === 0) return tell('server-value-added', `${name} may have any value`);
  for (const value of after.values.filter((one) => !before.values.includes(one)))
    tell('server-value-added', `${name} may be ${say(value)}`);
  for (const value of before.values.filter((one) => !after.values.includes(one)))
    tell('server-variable-changed', `${name} may not be ${say(value)} any more`);
}
