import type { Issue } from '../../validators/check/context.js';
import type { Redactor } from '../options/hooks.js';

/** Maximum number of kinds of issues in a message. */
const mostNamed = 5;

/** Returns the kind of an issue, without indexes: `items[].id is missing`. */
export function nameKind({ path, message }: Issue): string {
  return `${writePath(path.map((step) => (typeof step === 'number' ? '' : step)))} ${message}`;
}

/** Adds a step to the beginning of the paths of issues: `['id']` and `items` → `['items', 'id']`. */
export function below(issues: readonly Issue[], step: string | number): readonly Issue[] {
  return issues.map((issue) => ({ ...issue, path: [step, ...issue.path] }));
}

/** Replaces secrets in issues. Names of properties, and messages of codecs, may contain values. */
export function redactIssues(issues: readonly Issue[], redactor: Redactor): readonly Issue[] {
  return issues.map((issue) => ({
    ...issue,
    message: redactor.text(issue.message),
    path: issue.path.map((step) => (typeof step === 'string' ? redactor.text(step) : step)),
  }));
}

/** Writes issues in one line, grouped by kind: `part[1] must be a string; items[].id is missing (2 times)`. */
export function describeIssues(issues: readonly Issue[]): string {
  const kinds = [...new Set(issues.map(nameKind))];
  const lines = kinds.slice(0, mostNamed).map((kind) => {
    const [first, ...others] = issues.filter((issue) => nameKind(issue) === kind);
    return first && !others.length
      ? `${writePath(first.path)} ${first.message}`
      : `${kind} (${others.length + 1} times)`;
  });
  if (kinds.length > mostNamed) lines.push(`and ${kinds.length - mostNamed} more`);
  return lines.join('; ');
}

/** Writes a path: `['items', 0, 'id']` → `items[0].id`. An empty string means any index: `items[].id`. */
function writePath(path: Issue['path']) {
  const text = path
    .map((step) => {
      if (typeof step === 'number' || !step) return `[${step}]`;
      return /^[\w$-]+$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
    })
    .join('');
  return text.replace(/^\./, '') || 'it';
}
