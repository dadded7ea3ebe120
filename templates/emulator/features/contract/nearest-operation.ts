import type { EmulatorPlan } from '../../plan/plan.js';
import { edits, least } from '../../values/did-you-mean.js';

/** The operation whose path is most similar to an unknown one. */
export interface Nearest {
  /** `POST /v1/shops/{shop}/report:generate` */
  readonly address: string;
  /** The first segment of the request that differs; empty if there is none. */
  readonly got: string;
  /** The segment of the operation's path in its place; empty if there is none. */
  readonly want: string;
}

/** Maximum length of a path, of its segments, and their maximum number. */
const longest = { path: 400, segments: 12, segment: 32 };
/** Maximum difference of similar paths. */
const farthest = 1.4;

/** Finds the operation that was most likely meant; undefined if none is similar. */
export function nearestOperation(plan: EmulatorPlan, method: string, pathname: string): Nearest | undefined {
  const sent = splitPath(pathname.slice(0, longest.path));
  // Paths share most of their segments, and comparing two is slow.
  const known = new Map<string, number>();
  const compare = (got = '', want = ''): number => {
    const key = `${got}/${want}`;
    const difference = known.get(key) ?? compareSegments(got, want);
    known.set(key, difference);
    return difference;
  };
  const candidates = plan.basePaths.flatMap((base) =>
    plan.operations.map(({ operation }) => {
      const path = `${base}${toReadablePath(operation.path)}`;
      const segments = splitPath(path);
      const difference = least(sent.length, segments.length, (row, column) => compare(sent[row], segments[column]));
      const cost = difference + (operation.method === method ? 0 : 0.3);
      return { cost, address: `${operation.method} ${path}`, segments };
    }),
  );
  const [best] = candidates.toSorted((one, other) => one.cost - other.cost);
  if (!best || best.cost > farthest + 0.3) return undefined;
  const { address, segments } = best;
  const at = segments.findIndex((want, index) => compare(sent[index], want) > 0);
  const index = at === -1 ? segments.length : at;
  return { address, got: sent[index] ?? '', want: segments[index] ?? '' };
}

/** Writes a path template as people read it: `/v1/{parent=accounts/*}` → `/v1/accounts/{account}`. */
export function toReadablePath(template: string): string {
  return template.replace(/\{([^{}=]*)=([^{}]*)\}/g, (_all, name: string, pattern: string) => {
    let before = name;
    const parts = pattern.split('/').map((part) => {
      if (part === '*' || part === '**') return `{${before.replace(/s$/, '')}}`;
      before = part;
      return part;
    });
    return parts.join('/');
  });
}

function splitPath(path: string): readonly string[] {
  const segments = path.split('/').filter((segment) => segment !== '');
  return segments.slice(0, longest.segments).map((segment) => segment.slice(0, longest.segment));
}

/** Returns the difference of two segments, from 0 to 1, or 2 if they have little in common. */
function compareSegments(sent: string, want: string): number {
  if (sent === want) return 0;
  if (sent === '') return 2;
  const [, rest] = /^\{[^{}]*\}(.*)$/.exec(want) ?? [];
  if (rest !== undefined) return rest === '' || sent.endsWith(rest) ? 0 : 0.5;
  // The verb after a colon is forgotten most often.
  if (want.startsWith(`${sent}:`)) return 0.2;
  const length = Math.max(sent.length, want.length);
  if (Math.abs(sent.length - want.length) * 2 > length) return 2;
  const share = edits(sent, want) / length;
  return share > 0.5 ? 2 : share;
}
