import type { Issue } from '../../validators/check/context.js';
import type { Redactor } from '../options/hooks.js';

/** Most kinds of issues that are named in one text. */
const mostNamed = 5;

/** What issues of one kind have in common: `items[].id is missing`, whichever item it is. */
export function kindOf({ path, message }: Issue): string {
  return `${pathText(path.map((step) => (typeof step === 'number' ? '' : step)))} ${message}`;
}

/** The same issues with a path that begins one step further up. */
export function below(issues: readonly Issue[], step: string | number): readonly Issue[] {
  return issues.map((issue) => ({ ...issue, path: [step, ...issue.path] }));
}

/** Issues without secrets: names of properties come from values, and messages of codecs may. */
export function redactIssues(issues: readonly Issue[], redactor: Redactor): readonly Issue[] {
  return issues.map((issue) => ({
    ...issue,
    message: redactor.text(issue.message),
    path: issue.path.map((step) => (typeof step === 'string' ? redactor.text(step) : step)),
  }));
}

/** Issues as one line, those of one kind together: `part[1] must be a string; items[].id is missing (2 times)`. */
export function describeIssues(issues: readonly Issue[]): string {
  const kinds = new Map<string, Issue[]>();
  for (const issue of issues) {
    const kind = kindOf(issue);
    const list = kinds.get(kind);
    if (list === undefined) kinds.set(kind, [issue]);
    else list.push(issue);
  }
  const lines = [...kinds].slice(0, mostNamed).map(([kind, list]) => {
    const [first] = list;
    return first === undefined || list.length > 1
      ? `${kind} (${list.length} times)`
      : `${pathText(first.path)} ${first.message}`;
  });
  return [...lines, ...(kinds.size > mostNamed ? [`and ${kinds.size - mostNamed} more`] : [])].join('; ');
}

/** `items[0].id`; an empty string means any index. */
function pathText(path: readonly (string | number)[]): string {
  const text = path
    .map((step) =>
      typeof step === 'number' || step === ''
        ? `[${step}]`
        : /^[\w$-]+$/.test(step)
          ? `.${step}`
          : `[${JSON.stringify(step)}]`,
    )
    .join('');
  return text === '' ? 'it' : text.replace(/^\./, '');
}
