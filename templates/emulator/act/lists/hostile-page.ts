import { expandParameters } from '@speccast/runtime';
import type { Call } from '../../plan/plan.js';

/** The size of one page. */
export interface PageSize {
  /** Number of items. */
  readonly shown: number;
  /** The page is empty although the list continues: the next page begins at the same item. */
  readonly isEmpty: boolean;
}

/** Chooses the size of a page: the requested size, or a smaller one in the hostile mode. */
export function hostilePage(call: Call, asked: number, rest: number, afterEmpty: boolean): PageSize {
  const { hostility } = call;
  const usual = { shown: asked, isEmpty: false };
  if (hostility === undefined || asked === 0 || rest === 0 || !mayPage(call)) return usual;
  if (!afterEmpty && hostility.may('emptyPages', 4)) {
    hostility.use('emptyPages');
    return { shown: 0, isEmpty: true };
  }
  if (!hostility.may('shortPages')) return usual;
  const shown = 1 + hostility.number('shortPages', hostility.may('shortPages') ? 1 : asked);
  if (shown < Math.min(asked, rest)) hostility.use('shortPages');
  return { shown, isEmpty: false };
}

/** Tells whether a list has several pages: not if rows are requested by id, or if no parameter asks for the next page. */
function mayPage({ plan, emulator, params }: Call): boolean {
  const { selectors = {}, filters = {}, paging = emulator.settings.paging } = plan.behaviour;
  if (paging === undefined || paging === false || paging.next === undefined) return false;
  const { token = 'pageToken' } = paging;
  const isDeclared = expandParameters(plan.operation).some((one) => (one.property ?? one.name) === token);
  if (plan.operation.openParameters !== true && !isDeclared) return false;
  const rules = Object.entries({ ...selectors, ...filters });
  return rules.every(([name, rule]) => rule.ids !== true || params[name] === undefined || params[name] === '');
}
