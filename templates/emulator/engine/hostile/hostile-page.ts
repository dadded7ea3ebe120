import type { Call } from '../plan/plan.js';

/** How much of a list one page holds. */
export interface PageSize {
  /** Items from where the page begins. */
  readonly shown: number;
  /** The page is empty though the list goes on: the next page begins where this one did. */
  readonly hollow: boolean;
}

/** The size of a page: that asked for, or less where a service that pages may send less. */
export function hostilePage(call: Call, asked: number, rest: number, afterHollow: boolean): PageSize {
  const { hostility } = call;
  const usual = { shown: asked, hollow: false };
  if (hostility === undefined || asked === 0 || rest === 0 || !mayPage(call)) return usual;
  if (!afterHollow && hostility.may('emptyPages', 4)) {
    hostility.use('emptyPages');
    return { shown: 0, hollow: true };
  }
  if (!hostility.may('shortPages')) return usual;
  const shown = 1 + hostility.number('shortPages', hostility.may('shortPages') ? 1 : asked);
  if (shown < Math.min(asked, rest)) hostility.use('shortPages');
  return { shown, hollow: false };
}

/** A list of rows that are named one by one comes whole, and so does one whose pages nobody can ask for. */
function mayPage({ plan, emulator, params }: Call): boolean {
  const { selectors = {}, filters = {}, paging = emulator.settings.paging } = plan.behaviour;
  if (paging === undefined || paging === false || paging.next === undefined) return false;
  const token = paging.token ?? 'pageToken';
  const { openParameters, parameters = [] } = plan.operation;
  if (openParameters !== true && !parameters.some(({ name, property }) => (property ?? name) === token)) return false;
  const named = Object.entries({ ...selectors, ...filters }).filter(([, rule]) => rule.ids === true);
  return named.every(([name]) => params[name] === undefined || params[name] === '');
}
