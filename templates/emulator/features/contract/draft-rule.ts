import type { RuleDraft, RuleKind } from '../../plan/rule.js';

/** Kinds by the first part of a name; all other names begin with their kind. */
const kinds: Readonly<Record<string, RuleKind>> = {
  enums: 'enum',
  fields: 'parameter',
  filters: 'filter',
  ifMatch: 'request',
  json: 'request',
  method: 'request',
  multipart: 'request',
  parameters: 'parameter',
  references: 'reference',
  refuses: 'body',
  requires: 'body',
  route: 'request',
  selectors: 'selector',
  size: 'request',
  unsupported: 'action',
  xml: 'request',
};

/** Creates a rule. `error`: status and reason that tell its errors from others, if any: `404 petNotFound`. */
export function draftRule(name: string, error: string, text: string, fix: string): RuleDraft {
  const [, status = '', reason = ''] = /^(\d*) ?(.*)$/s.exec(error) ?? [];
  const [first = ''] = name.split('/');
  return {
    name,
    // Names that are not in the table begin with a kind.
    kind: kinds[first] ?? (first as RuleKind),
    ...(status !== '' && { status: Number(status) }),
    ...(reason !== '' && { reasons: [reason] }),
    text,
    fix,
  };
}
