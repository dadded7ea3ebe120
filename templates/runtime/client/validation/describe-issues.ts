import type { Issue } from '../../validators/check/context.js';
import type { Redactor } from '../options/hooks.js';

/** Most kinds of issues that are named in one text. */
const mostNamed = 5;

/** Names the kind of an issue: `items[].id is missing`, whichever item it is. */
export function nameKind({ path, message }: Issue): string {
  return `${writePath(path.map((step) => (typeof step === 'number' ? '' : step)))} ${message}`;
}

/** Adds a step at the beginning of the paths of issues: `id` below `items` → `items.id`. */
export function below(issues: readonly Issue[], step: string | number): readonly Issue[] {
  return issues.map((issue) => ({ ...issue, path: [step, ...issue.path] }));
}

/** Takes secrets out of issues: names of properties come from values, and messages of codecs may. */
export function redactIssues(issues: readonly Issue[], redactor: Redactor): readonly Issue[] {
  return issues.map((issue) => ({
    ...issue,
    message: redactor.text(issue.message),
    path: issue.path.map((step) => (typeof step === 'string' ? redactor.text(step) : step)),
  }));
}

/** Writes issues as one line, those of one kind together: `part[1] must be a string; items[].id is missing (2 times)`. */
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

/** Writes a path: `items[0].id`; an empty string means any index. */
function writePath(path: Issue['path']) {
  const text = path
    .map((step) => {
      if (typeof step === 'number' || !step) return `[${step}]`;
      return /^[\w$-]+$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
    })
    .join('');
  return text.replace(/^\./, '') || 'it';
}
