import { collectApart, isFull, report } from './issues.js';
import type { Collect, Issue, IssueContext } from './validator.js';

/** Keywords whose failure says that another alternative was meant. */
const selecting: readonly string[] = ['type', 'const', 'enum'];

/** The alternatives of an `anyOf` or `oneOf`, and the property that tells them apart, where the spec names one. */
export interface Alternatives {
  readonly of: readonly Collect[];
  readonly tag?: string;
}

/**
 * Reports why a value matches none of several alternatives: the issues of the nearest one,
 * or a single issue where no alternative is near. `schema` is the JSON pointer of the keyword.
 */
export function reportNearest(context: IssueContext, schema: string, value: unknown, alternatives: Alternatives): void {
  context.effort.left -= alternatives.of.length;
  const found = context.effort.left < 0 ? [] : alternatives.of.map((collect) => collectApart(context, value, collect));
  const nearest = pickNearest(found.filter((issues) => isNear(issues, context.path.length, alternatives.tag)));
  if (nearest === undefined) {
    const count = schema.endsWith('/oneOf') ? 'exactly' : 'at least';
    report(context, schema, `must match ${count} one of ${alternatives.of.length} alternatives`);
    return;
  }
  for (const issue of nearest) if (!isFull(context)) context.issues.push(issue);
}

/** An alternative is near when neither the value itself nor its tag says that another one is meant. */
function isNear(issues: readonly Issue[], depth: number, tag: string | undefined): boolean {
  return !issues.some(({ keyword, path }) => selecting.includes(keyword) && isSelector(path, depth, tag));
}

function isSelector(path: Issue['path'], depth: number, tag: string | undefined): boolean {
  return path.length === depth || (path.length === depth + 1 && tag !== undefined && path[depth] === tag);
}

function pickNearest(found: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  return found.reduce<readonly Issue[] | undefined>(
    (best, issues) => (issues.length > 0 && (best === undefined || issues.length < best.length) ? issues : best),
    undefined,
  );
}
