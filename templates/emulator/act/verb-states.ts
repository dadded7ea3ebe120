/** The states that begin and end with an action, in lower case without separators. */
export interface VerbStates {
  readonly on: readonly string[];
  readonly off: readonly string[];
}

/** Verbs and the states that begin with them, beside the verbs that undo them and theirs. */
const opposites: readonly (readonly [verbs: string, states: string, undoing: string, states: string])[] = [
  ['publish release', 'published public live', 'unpublish', 'unpublished draft private'],
  ['archive', 'archived', 'unarchive restore', 'active'],
  ['close resolve', 'closed resolved done', 'open reopen', 'open opened reopened'],
  ['complete finish', 'completed complete done finished', 'reopen', 'open'],
  ['activate enable', 'active activated enabled', 'deactivate disable', 'inactive deactivated disabled'],
  ['lock', 'locked', 'unlock', 'unlocked'],
  ['approve accept', 'approved accepted', 'reject decline deny', 'rejected declined denied'],
  ['start run', 'started running inprogress active', 'stop', 'stopped'],
  ['pause suspend', 'paused suspended', 'resume unpause', 'resumed active running started'],
  ['cancel', 'canceled cancelled', 'uncancel', 'active'],
  ['send submit', 'sent submitted pending', 'recall', 'draft'],
  ['pay', 'paid', 'refund', 'refunded'],
];

/** Words of the name of an action that say nothing of its states: `mark-as-read`, `set_default`. */
const fillers = /^(?:mark|as|set|make|to|is|do)$/;

/** Forms of a verb that states have: `archive` → `archived`, `star` → `starred`, `verify` → `verified`. */
function listParticiples(verb: string): readonly string[] {
  if (verb.endsWith('e')) return [`${verb}d`];
  if (/[^aeiou]y$/.test(verb)) return [`${verb.slice(0, -1)}ied`];
  return [`${verb}ed`, `${verb}${verb.slice(-1)}ed`];
}

/** Reads the states from the last segment of a path: `publish`, `mark-as-read`, `unstar`. */
export function readVerb(segment: string): VerbStates {
  const words = segment
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
  const verb = words.filter((word) => !fillers.test(word)).join('');
  const [, base] = /^un([a-z]{3,})$/.exec(verb) ?? [];
  const on = [...listParticiples(verb)];
  const off = base === undefined ? [] : [...listParticiples(base)];
  for (const [verbs, states, undoing, undone] of opposites)
    for (const [own, reached, others, left] of [
      [verbs, states, undoing, undone],
      [undoing, undone, verbs, states],
    ] as const) {
      if (!own.split(' ').includes(verb)) continue;
      on.push(...reached.split(' '));
      off.push(...left.split(' '), ...others.split(' ').flatMap(listParticiples));
    }
  return { on: [...on, verb], off: base === undefined ? off : [...off, base] };
}
