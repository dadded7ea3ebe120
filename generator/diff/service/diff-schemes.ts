import type { SecurityScheme } from '../../api/service/service.js';
import { pairUp } from '../../api/pair-up.js';
import type { ServiceDiff } from '../api-diff.js';
import { diffDocs } from '../schemas/diff-annotations.js';
import type { Where } from '../schemas/diff-annotations.js';
import { list, quote, step, isSameFact } from '../finding.js';
import type { Both } from '../finding.js';
import { locationAt } from '../side.js';

/** Compares the ways to authenticate. */
export function diffSchemes(service: ServiceDiff): void {
  const { sides, report } = service;
  const [old, now] = [sides.before.api.securitySchemes, sides.after.api.securitySchemes];
  for (const [name, { ours, theirs }] of pairUp(old, now, (one) => one.name)) {
    const location = locationAt(sides, stepsTo(name), theirs === undefined ? 'old' : 'new');
    const where = { subject: `securitySchemes.${step(name)}`, ...location };
    const way = `the way to authenticate ${quote(name)}`;
    if (ours === undefined) report({ code: 'security-scheme-added', message: `${way} is new`, ...where });
    else if (theirs === undefined) report({ code: 'security-scheme-removed', message: `${way} is gone`, ...where });
    else diffScheme(service, { before: ours, after: theirs }, where);
  }
}

function stepsTo(scheme: string): readonly string[] {
  return ['components', 'securitySchemes', scheme];
}

function diffScheme({ sides, report }: ServiceDiff, { before, after }: Both<SecurityScheme>, where: Where): void {
  diffDocs({ report }, { before: before.doc, after: after.doc }, where);
  const way = `the way to authenticate ${quote(after.name)}`;
  const [was, is] = [transportOf(before), transportOf(after)];
  const other = Object.keys(was).find((key) => is[key] !== was[key]);
  if (other !== undefined) {
    const message = `${way} is ${sayTransport(after)}, and was ${sayTransport(before)}`;
    const isSaid = sayTransport(after) !== sayTransport(before);
    const told = isSaid ? message : `${way} gets its tokens elsewhere`;
    report({ code: 'security-scheme-changed', message: told, ...where });
  } else if (Object.keys(is).some((key) => was[key] === undefined)) {
    const news =
      is['queryParameter'] === was['queryParameter']
        ? 'tells where tokens are renewed'
        : 'may also travel in the query';
    report({ code: 'security-scheme-extended', message: `${way} ${news}`, ...where });
  }
  diffFlows({ sides, report }, after.name, where);
  if (!isSameFact({ before: scopesOf(before), after: scopesOf(after) }))
    report({ code: 'docs-changed', message: 'the list of scopes changed', ...where });
}

const FLOWS = ['implicit', 'password', 'clientCredentials', 'authorizationCode'] as const;

/** Ways to get a token. */
function diffFlows({ sides, report }: ServiceDiff, name: string, where: Where): void {
  const way = `the way to authenticate ${quote(name)}`;
  const flows = [sides.before, sides.after].map(({ locate }) =>
    FLOWS.filter((flow) => locate([...stepsTo(name), 'flows', flow]) !== undefined),
  );
  const [gone, come] = [without(flows[0], flows[1]), without(flows[1], flows[0])];
  if (gone.length > 0)
    report({ code: 'security-scheme-changed', message: `${way} has no flow ${list(gone)} any more`, ...where });
  if (come.length > 0)
    report({ code: 'security-scheme-extended', message: `${way} has the new flow ${list(come)}`, ...where });
}

function without(names: readonly string[] = [], others: readonly string[] = []): readonly string[] {
  return names.filter((name) => !others.includes(name));
}

function scopesOf(scheme: SecurityScheme): readonly string[] {
  return scheme.kind === 'bearer' ? scheme.scopes.map(({ name }) => name).toSorted() : [];
}

/** What callers do with their credential; scopes belong to operations. */
function transportOf(scheme: SecurityScheme): Readonly<Record<string, string>> {
  if (scheme.kind === 'apiKey') return { kind: scheme.kind, in: scheme.in, parameter: parameterOf(scheme) };
  if (scheme.kind !== 'bearer') return { kind: scheme.kind };
  const { kind, queryParameter, tokenUrl } = scheme;
  return { kind, ...(queryParameter !== undefined && { queryParameter }), ...(tokenUrl !== undefined && { tokenUrl }) };
}

/** Case means nothing in names of headers. */
function parameterOf(scheme: SecurityScheme & { readonly kind: 'apiKey' }): string {
  return scheme.in === 'header' ? scheme.parameter.toLowerCase() : scheme.parameter;
}

function sayTransport(scheme: SecurityScheme): string {
  if (scheme.kind === 'apiKey') return `a key in the ${scheme.in} ${quote(scheme.parameter)}`;
  return { basic: 'a name and password', bearer: 'a token', mutualTLS: 'a certificate', other: 'of another kind' }[
    scheme.kind
  ];
}
