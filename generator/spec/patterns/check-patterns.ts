import type { CheckContext } from '../check/check-context.js';
import { isJsonObject } from '../read/json.js';
import type { Json, JsonObject } from '../read/json.js';
import { patternBound } from '../../keywords/strings.js';
import { regexFlags } from '../regex.js';
import { describeVerdict } from './describe-verdict.js';
import type { PatternComplaint, PatternUse } from './describe-verdict.js';
import { analyzePattern } from './analyze-pattern.js';
import type { Verdict } from './analyze-pattern.js';

/** A complaint about a pattern of a schema, and the object and key it is under. */
interface FoundComplaint extends PatternComplaint {
  readonly owner: JsonObject;
  readonly key: string;
}

/** Checks the patterns of schemas, each pattern once. */
class PatternChecks {
  readonly #verdicts = new Map<string, Verdict>();

  /** What is to be said about `pattern` and `patternProperties` of one schema. */
  judge(schema: JsonObject): readonly FoundComplaint[] {
    const pattern = own(schema, 'pattern');
    const names = own(schema, 'patternProperties');
    const length = boundOf(schema);
    const nameLength = boundOf(own(schema, 'propertyNames'));
    return [
      ...(typeof pattern === 'string' ? this.#judge(pattern, { keyword: 'pattern', longest: length }) : []).map(
        (one) => ({ ...one, owner: schema, key: 'pattern' }),
      ),
      ...(isJsonObject(names) ? Object.keys(names).map((key) => ({ owner: names, key })) : []).flatMap((location) =>
        this.#judge(location.key, { keyword: 'patternProperties', longest: nameLength }).map((one) => ({
          ...one,
          ...location,
        })),
      ),
    ];
  }

  #judge(pattern: string, use: PatternUse): readonly PatternComplaint[] {
    const flags = regexFlags(pattern);
    if (flags === undefined) return [];
    const verdict = this.#verdicts.get(pattern) ?? analyzePattern(pattern, flags);
    this.#verdicts.set(pattern, verdict);
    const complaint = describeVerdict(verdict, use);
    return [...(flags === '' ? [olderSyntax(use)] : []), ...(complaint === undefined ? [] : [complaint])];
  }
}

function olderSyntax({ keyword }: PatternUse): PatternComplaint {
  const subject = keyword === 'pattern' ? '"pattern"' : 'this pattern of property names';
  const message = `${subject} is not a regular expression in Unicode mode and is read in the older syntax, in which a character beyond U+FFFF counts as two; escape only what needs it`;
  return { severity: 'warning', code: 'older-pattern', message };
}

/** What the check of patterns needs. */
interface PatternCheckOptions extends Pick<CheckContext, 'positions' | 'diagnostics'> {
  /** Whether validators leave out a pattern that takes exponential time. Default: it is an error. */
  readonly leavesOut?: boolean;
}

/** A pattern that would be an error is left out of the validators of a document: see `isAsserted`. */
function notAsserted({ severity, code, message }: PatternComplaint): PatternComplaint {
  if (severity !== 'error') return { severity, code, message };
  return { severity: 'warning', code, message: `${message}; until then validators do not check it` };
}

/** Makes the check of the patterns of a document. */
export function patternCheck({
  positions,
  diagnostics,
  leavesOut = false,
}: PatternCheckOptions): (schema: JsonObject) => void {
  const judge = new PatternChecks();
  return (schema) => {
    for (const found of judge.judge(schema)) {
      const { owner, key } = found;
      const { severity, code, message } =
        leavesOut && key === 'pattern' && owner === schema ? notAsserted(found) : found;
      const at = key === 'pattern' && owner === schema ? positions.ofValue(owner, key) : positions.ofKey(owner, key);
      if (severity === 'error') diagnostics.error(code, message, at);
      else diagnostics.warning(code, message, at);
    }
  };
}

function boundOf(schema: Json | undefined): number {
  const value = isJsonObject(schema) ? own(schema, patternBound) : undefined;
  return typeof value === 'number' ? value : Infinity;
}

function own(schema: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(schema, key) ? schema[key] : undefined;
}
