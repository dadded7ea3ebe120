import type { EmulatorPlan } from '../../plan/plan.js';
import { readAction, type RuleDrafts } from '../../plan/rule.js';
import { draftRule } from './draft-rule.js';
import { pagingDrafts } from './operation-rules.js';

const requestRules = ['route', 'method', 'size', 'json', 'multipart'] as const;

const uploadRules = ['announced', 'session', 'expired', 'completed', 'method', 'range', 'chunk'] as const;

/** Lists the rules of all operations. */
export function serviceRules({ operations, service, settings }: EmulatorPlan): RuleDrafts {
  const { fields, paging } = settings;
  const schemes = Object.values(service.security);
  const actions = operations.map(({ behaviour }) => readAction(behaviour));
  const hasLists = operations.some(
    ({ behaviour }) => behaviour.paging === undefined && readAction(behaviour)['list'] !== undefined,
  );
  return [
    ...requestRules.map((name) => draftRule(name)),
    draftRule('parameters', {}, { want: 'message' }),
    operations.some(({ operation: { body } }) => body?.some(({ kind }) => kind === 'xml')) && draftRule('xml'),
    schemes.some(({ kind }) => kind === 'apiKey') && draftRule('auth/key'),
    schemes.some(({ kind }) => kind !== 'apiKey') && draftRule('auth/token'),
    fields !== undefined && draftRule('fields', { parameter: fields }, { parameter: fields }),
    ...(paging && hasLists ? pagingDrafts(paging.size, paging.token, paging.max ?? paging.default) : []),
    actions.some((action) => (action['update'] ?? action['delete']) !== undefined) && draftRule('ifMatch'),
    ...(operations.some(({ behaviour }) => behaviour.media?.resumable === true)
      ? uploadRules.map((name) => draftRule(`upload/${name}`))
      : []),
  ];
}
