import { createContext, limitOf, maxIssues } from './issues.js';
import { standardProperties } from './standard-schema.js';
import type { CheckOptions, Found, Issue, SiftOptions, Validator, ValidatorParts } from './validator.js';

const none: readonly Issue[] = /* @__PURE__ */ Object.freeze([]);

/** Makes a validator out of its generated parts. */
export function validator<T>(parts: ValidatorParts<T>): Validator<T> {
  const check = (value: unknown, options?: CheckOptions & SiftOptions): readonly Issue[] =>
    options === undefined
      ? collectIssues(parts, value, maxIssues)
      : collectIssues(parts, value, limitOf(options), options.sift);
  return { is: parts.is, check, '~standard': standardProperties(check, parts) };
}

function collectIssues<T>(
  parts: ValidatorParts<T>,
  value: unknown,
  limit: number,
  sift?: SiftOptions['sift'],
): readonly Issue[] {
  // Room for one more than is listed tells whether there are more.
  const context = createContext(limit === 1 ? 1 : limit + 1, sift !== undefined);
  if (parts.collectWhole === undefined) parts.collect(value, context);
  else context.found = parts.collectWhole(context, value, parts);
  const found = sift === undefined ? context.found : sift(context.found);
  return found.length === 0 ? none : finish(found, limit, parts.pointer);
}

/** Turns paths round; where there are more issues than may be listed, the last one says so. */
function finish(found: readonly Found[], limit: number, schema: string): readonly Issue[] {
  for (let index = 0; index < found.length; index += 1) turnRound(found[index]);
  return found.length <= limit ? found : cut(found, limit, schema);
}

function turnRound(one: Found | undefined): void {
  if (one !== undefined && one.path.length > 1) one.path.reverse();
}

function cut(found: readonly Found[], limit: number, schema: string): readonly Issue[] {
  const listed = limit === 2 ? 'issue is' : `${limit - 1} issues are`;
  const message = `has more issues: only the first ${listed} listed`;
  return [...found.slice(0, limit - 1), { message, path: [], keyword: 'maxIssues', schema }];
}
