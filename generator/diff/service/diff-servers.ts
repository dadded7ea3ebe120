import type { Server, ServerVariable } from '../../api/service/service.js';
import type { Doc } from '../../api/schemas/schema.js';
import type { ServiceDiff } from '../api-diff.js';
import { diffDocs } from '../schemas/diff-annotations.js';
import { differences, quote, say, step, visitPairs } from '../finding.js';
import type { Both, Tell } from '../finding.js';

/** Compares base addresses, of which the first one is where calls go that name none. */
export function diffServers({ sides, at }: ServiceDiff): void {
  const [old, now] = [sides.before.api.servers, sides.after.api.servers];
  visitPairs(old, now, keyOf, {
    both: ({ before, after }, url) => {
      const tellOf = (name?: string): Tell =>
        at(['servers', url, ...(name === undefined ? [] : [name])].map(step).join('.'), [
          'servers',
          now.indexOf(after),
        ]);
      diffDocs(tellOf(), docOf(before), docOf(after));
      diffVariables(tellOf, { before, after });
    },
    alone: (one, side, url) => {
      const index = (side === 'old' ? old : now).indexOf(one);
      const tell = at(`servers.${step(url)}`, ['servers', index], side);
      if (side === 'old') tell('server-removed', `the base address ${quote(url)} is gone`);
      else tell('server-added', `the base address ${quote(url)} is new`);
    },
  });
  const [first, other] = [old[0], now[0]].map((one) => one && keyOf(one));
  if (first === undefined || other === undefined || first === other || !now.some((one) => keyOf(one) === first)) return;
  const message = `calls go to ${quote(other)} where nothing else is said, and went to ${quote(first)}`;
  at('servers', ['servers', 0])('default-server-changed', message);
}

/** Clients end no base address with a slash. */
function keyOf({ url }: Server): string {
  return url.replace(/\/+$/, '');
}

function docOf({ description, name }: Partial<Pick<Server, 'description' | 'name'>>): Doc {
  return { ...(name !== undefined && { summary: name }), ...(description !== undefined && { description }) };
}

function diffVariables(tellOf: (name: string) => Tell, { before, after }: Both<Server>): void {
  visitPairs(before.variables, after.variables, ({ name }) => name, {
    both: (pair, name) => diffVariable(tellOf(name), pair),
    alone: (_, side, name) =>
      tellOf(name)('server-variable-changed', `the variable ${quote(name)} is ${side === 'old' ? 'gone' : 'new'}`),
  });
}

function diffVariable(tell: Tell, { before, after }: Both<ServerVariable>): void {
  diffDocs(tell, docOf(before), docOf(after));
  const name = quote(after.name);
  if (before.default !== after.default)
    tell('server-variable-changed', `${name} is ${say(after.default)} by default, and was ${say(before.default)}`);
  if (before.values.length === 0 && after.values.length === 0) return;
  if (before.values.length === 0) return tell('server-variable-changed', `${name} has certain values, and had any`);
  if (after.values.length === 0) return tell('server-value-added', `${name} may have any value`);
  const { come, gone } = differences(before.values, after.values);
  for (const value of come) tell('server-value-added', `${name} may be ${say(value)}`);
  for (const value of gone) tell('server-variable-changed', `${name} may not be ${say(value)} any more`);
}
