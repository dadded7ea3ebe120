import type { EmulatorPlan } from '../../plan/plan.js';
import { edits, least } from '../../values/did-you-mean.js';

/** The operation whose path is most similar to an unknown one. */
export interface Nearest {
  /** `POST /v1/shops/{shop}/report:generate` */
  readonly address: string;
  /** The first segment that differs, and the one in the path of the operation; empty if there is none. */
  readonly got: string;
  readonly want: string;
}

/** Maximum length of a path, of its segments, and their maximum number. */
const longest = { path: 400, segments: 12, segment: 32 };
/** Maximum difference of similar paths. */
const farthest = 1.4;

/** Finds the operation that was most likely meant; undefined if none is similar. */
export function nearestOperation(plan: EmulatorPlan, method: string, pathname: string): Nearest | undefined {
  const sent = segmentsOf(pathname.slice(0, longest.path));
  const distance = remember();
  let best: { readonly cost: number; readonly address: string; readonly segments: readonly string[] } | undefined;
  for (const base of plan.basePaths) {
    for (const { operation } of plan.operations) {
      const path = `${base}${readable(operation.path)}`;
      const segments = segmentsOf(path);
      const cost = align(sent, segments, distance) + (operation.method === method ? 0 : 0.3);
      if (cost <= farthest + 0.3 && (best === undefined || cost < best.cost))
        best = { cost, address: `${operation.method} ${path}`, segments };
    }
  }
  if (best === undefined) return undefined;
  const { address, segments } = best;
  const at = segments.findIndex((want, index) => distance(sent[index] ?? '', want) > 0);
  const index = at === -1 ? segments.length : at;
  return { address, got: sent[index] ?? '', want: segments[index] ?? '' };
}

/** A path template as people read it: `/v1/{parent=accounts/*}` is `/v1/accounts/{account}`. */
export function readable(template: string): string {
  return template.replace(/\{([^{}=]*)=([^{}]*)\}/g, (_all, name: string, pattern: string) => {
    let before = name;
    return pattern
      .split('/')
      .map((part) => {
        if (part !== '*' && part !== '**') return (before = part);
        return `{${before.replace(/s$/, '')}}`;
      })
      .join('/');
  });
}

function segmentsOf(path: string): readonly string[] {
  return path
    .split('/')
    .filter((segment) => segment !== '')
    .slice(0, longest.segments)
    .map((segment) => segment.slice(0, longest.segment));
}

type Distance = (sent: string, want: string) => number;

/** The difference of two segments, from 0 to 1, or 2 if they have little in common. Each pair is compared once. */
function remember(): Distance {
  const known = new Map<string, number>();
  return (sent, want) => {
    const key = `${sent}/${want}`;
    const found = known.get(key) ?? differenceOf(sent, want);
    known.set(key, found);
    return found;
  };
}

function differenceOf(sent: string, want: string): number {
  if (sent === want) return 0;
  if (sent === '') return 2;
  const [, rest] = /^\{[^{}]*\}(.*)$/.exec(want) ?? [];
  if (rest !== undefined) return rest === '' || sent.endsWith(rest) ? 0 : 0.5;
  // The verb after a colon is forgotten most often.
  if (want.startsWith(`${sent}:`)) return 0.2;
  if (Math.abs(sent.length - want.length) * 2 > Math.max(sent.length, want.length)) return 2;
  const share = edits(sent, want) / Math.max(sent.length, want.length);
  return share > 0.5 ? 2 : share;
}

/** Minimum cost to turn one list of segments into the other; adding or removing one costs 1. */
function align(sent: readonly string[], want: readonly string[], distance: Distance): number {
  return least(sent.length, want.length, (row, column) => distance(sent[row] ?? '', want[column] ?? ''));
}
