import type { SecurityScheme } from '../../api/service/service.js';
import type { ServiceDiff } from '../api-diff.js';
import { diffDocs } from '../schemas/diff-annotations.js';
import { differences, isSameFact, list, quote, step, visitPairs } from '../finding.js';
import type { Both, Tell } from '../finding.js';

/** Compares the ways to authenticate. */
export function diffSchemes(service: ServiceDiff): void {
  const { sides, at } = service;
  visitPairs(sides.before.api.securitySchemes, sides.after.api.securitySchemes, ({ name }) => name, {
    both: (pair, name) => diffScheme(service, pair, at(`securitySchemes.${step(name)}`, stepsTo(name))),
    alone: (_, side, name) => {
      const tell = at(`securitySchemes.${step(name)}`, stepsTo(name), side);
      if (side === 'old') tell('security-scheme-removed', `${sayWay(name)} is gone`);
      else tell('security-scheme-added', `${sayWay(name)} is new`);
    },
  });
}

function stepsTo(scheme: string): readonly string[] {
  return ['components', 'securitySchemes', scheme];
}

function sayWay(scheme: string): string {
  return `the way to authenticate ${quote(scheme)}`;
}

function diffScheme({ sides }: ServiceDiff, { before, after }: Both<SecurityScheme>, tell: Tell): void {
  diffDocs(tell, before.doc, after.doc);
  const way = sayWay(after.name);
  const [was, is] = [transportOf(before), transportOf(after)];
  if (Object.keys(was).some((key) => is[key] !== was[key])) {
    const [old, now] = [sayTransport(before), sayTransport(after)];
    const message = old === now ? `${way} gets its tokens elsewhere` : `${way} is ${now}, and was ${old}`;
    tell('security-scheme-changed', message);
  } else if (is['queryParameter'] !== was['queryParameter'])
    tell('security-scheme-extended', `${way} may also travel in the query`);
  else if (is['tokenUrl'] !== was['tokenUrl'])
    tell('security-scheme-extended', `${way} tells where tokens are renewed`);
  const [old, now] = [sides.before, sides.after].map(({ locate }) =>
    FLOWS.filter((flow) => locate([...stepsTo(after.name), 'flows', flow]) !== undefined),
  );
  const { come, gone } = differences(old, now);
  if (gone.length > 0) tell('security-scheme-changed', `${way} has no flow ${list(gone)} any more`);
  if (come.length > 0) tell('security-scheme-extended', `${way} has the new flow ${list(come)}`);
  if (!isSameFact(scopesOf(before), scopesOf(after))) tell('docs-changed', 'the list of scopes changed');
}

/** Ways to get a token. */
const FLOWS = ['implicit', 'password', 'clientCredentials', 'authorizationCode'] as const;

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
