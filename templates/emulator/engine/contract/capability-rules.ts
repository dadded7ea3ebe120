import type { OperationPlan } from '../plan/plan.js';
import { actionOf, type RuleDraft } from './rule.js';

const asked: Readonly<Record<string, readonly RuleDraft[]>> = {
  downloadCaption: [
    target('captions'),
    input(
      'tfmt',
      'couldNotConvert',
      'a format that the track can be converted to',
      'Send srt, vtt, sbv, ttml or scc as tfmt.',
    ),
    input(
      'tlang',
      'couldNotConvert',
      'a language that the track can be translated to',
      'Send the code of a language as tlang, such as fr.',
    ),
  ],
  generateReport: [
    target('accounts'),
    {
      name: 'action/specification',
      kind: 'action',
      status: 400,
      text: 'The specification of the report fits together.',
      fix: 'Change what the message names.',
    },
  ],
  insertBanner: [],
  startThread: [target('videos')],
  reply: [target('comments')],
  moderate: [
    named('id'),
    named('moderationStatus'),
    input(
      'moderationStatus',
      'invalidModerationStatus',
      'a status that callers may set',
      'Send heldForReview, published or rejected as moderationStatus.',
    ),
    input(
      'banAuthor',
      'banWithoutReject',
      'false where the comment is not rejected',
      'Send moderationStatus=rejected beside it, or leave banAuthor out.',
    ),
    target('comments'),
    owner('the channel or video that the comment is about'),
  ],
  markAsSpam: [named('id'), target('comments')],
  search: [
    input(
      'type',
      'invalidSearchFilter',
      'a list of video, channel and playlist',
      'Send video, channel or playlist as type.',
    ),
  ],
  setThumbnail: [named('videoId'), target('videos'), owner('the video')],
  rate: [
    named('rating'),
    named('id'),
    input('rating', 'invalidRating', 'like, dislike or none', 'Send like, dislike or none as rating.'),
    target('videos'),
  ],
  ratings: [named('id')],
  setWatermark: [target('channels'), owner('the channel')],
  unsetWatermark: [target('channels'), owner('the channel')],
};

/** The rules of the capability that an operation leaves its work to. */
export function capabilityRules({ operation, behaviour }: OperationPlan): readonly RuleDraft[] {
  const name = actionOf(behaviour)['perform'];
  if (typeof name !== 'string') return [];
  const inPath = new Set((operation.parameters ?? []).filter((one) => one.in === 'path').map((one) => one.name));
  const known = Object.hasOwn(asked, name) ? asked[name] : undefined;
  return (known ?? [other(name)]).filter(
    (rule) => rule.name !== `input/${rule.parameter}/required` || !inPath.has(rule.parameter ?? ''),
  );
}

function target(table: string): RuleDraft {
  return {
    name: 'target',
    kind: 'target',
    status: 404,
    location: '',
    text: `The entry of ${table} that the request names is there.`,
    fix: `Name an entry of ${table} that is there and that the caller may see.`,
  };
}

function owner(what: string): RuleDraft {
  return {
    name: 'owner',
    kind: 'owner',
    got: 'another caller',
    status: 403,
    location: '',
    text: `What the request is about belongs to the caller: ${what}.`,
    fix: 'Send the token of the owner, or name what is your own.',
  };
}

function named(parameter: string): RuleDraft {
  return {
    name: `input/${parameter}/required`,
    kind: 'parameter',
    status: 400,
    reasons: ['missingRequiredParameter'],
    location: parameter,
    text: `The request has ${parameter}.`,
    fix: `Send ${parameter} in the query.`,
  };
}

function input(parameter: string, reason: string, what: string, fix: string): RuleDraft {
  const text = `The parameter ${parameter} is ${what}.`;
  return {
    name: `input/${parameter}`,
    kind: 'parameter',
    status: 400,
    reasons: [reason],
    location: parameter,
    parameter,
    text,
    fix,
  };
}

/** All errors of a capability of which nothing is known here. */
function other(name: string): RuleDraft {
  return {
    name: `action/${name}`,
    kind: 'action',
    text: `What ${name} asks for is fulfilled.`,
    fix: 'Change what the message names.',
  };
}
