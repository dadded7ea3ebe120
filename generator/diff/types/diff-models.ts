import type { Model } from '../../api/api.js';
import { pairUp } from '../../api/pair-up.js';
import { changeOf } from '../api-diff.js';
import type { ApiDiff } from '../api-diff.js';
import { inNew, quote, step, tellAlone, tellAt } from '../finding.js';
import type { Both } from '../finding.js';
import { meets, rootOf } from '../schemas/schema-graph.js';

/** Compares which schemas have names, and has those compared that no operation reaches. */
export function diffModels(diff: ApiDiff): void {
  const { sides, graph } = diff;
  const pairs = [...pairUp(sides.before.api.models, sides.after.api.models, ({ name }) => name).values()];
  const gone = pairs.flatMap(({ ours, theirs }) => (ours !== undefined && theirs === undefined ? [ours] : []));
  const renamed = new Map<Model, Model>();
  for (const { ours, theirs } of pairs) {
    if (theirs === undefined) continue;
    const old =
      ours ?? gone.find((one) => !renamed.has(one) && meets(graph, { before: one.schema, after: theirs.schema }));
    if (old === undefined) tellOne(diff, theirs, 'new');
    else diffModel(diff, { before: old, after: theirs });
    if (old !== undefined && ours === undefined) renamed.set(old, theirs);
  }
  for (const one of gone) if (!renamed.has(one)) tellOne(diff, one, 'old');
}

function tellOne({ report }: ApiDiff, { id, specName, schema: { at } }: Model, side: 'old' | 'new'): void {
  // The body of a webhook or callback comes and goes with that.
  if (/^#\/(?:webhooks\/|paths\/.*\/callbacks\/)/.test(id)) return;
  const tell = tellAt((finding) => report(changeOf(finding)), { subject: `schemas.${step(specName)}`, at, side });
  tellAlone(tell, side, 'schema', `the schema ${quote(specName)}`);
}

function diffModel({ report, graph, fit }: ApiDiff, { before, after }: Both<Model>): void {
  const subject = `schemas.${step(after.specName)}`;
  const tell = tellAt((finding) => report(changeOf(finding)), { subject, ...inNew(after.schema) });
  if (before.name !== after.name)
    tell('schema-renamed', `the schema ${quote(before.specName)} is called ${quote(after.specName)}`);
  const [old, now] = [before.input?.name, after.input?.name];
  if (now === undefined) {
    if (old !== undefined) tell('input-type-removed', `there is no type ${quote(old)} any more`);
  } else if (old === undefined) tell('input-type-added', `requests take the type ${quote(now)}`);
  else if (old !== now && before.name === after.name)
    tell('export-removed', `the type ${quote(old)} of requests is called ${quote(now)}`);
  const { users } = rootOf(graph, { before: before.schema, after: after.schema, subject });
  const [sent, received] = [[...users.sent], [...users.received]];
  // A model that is only sent has the shape of a request; where it travels both ways, requests may have a variant.
  const isSent = sent.length > 0 && received.length === 0;
  fit({ before, after, subject, direction: isSent ? 'sent' : 'received', operations: isSent ? sent : received });
  if (sent.length === 0 || (before.input === undefined && after.input === undefined)) return;
  const inputs = { before: { ...before, ...before.input }, after: { ...after, ...after.input } };
  fit({ ...inputs, subject, direction: 'sent', operations: sent });
}
