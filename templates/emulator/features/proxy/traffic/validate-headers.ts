import type { JsonObject } from '@speccast/runtime';
import { type DocumentPart, findMember } from '../../../plan/operations/document-parts.js';
import type { Violation } from '../../../plan/violation.js';
import { pointerStep } from '../../../values/json-path.js';
import { findHeaderIssue, isToken } from '../../../plan/operations/header-issue.js';

/** Validates the headers of a response that the document declares: whether they are there, and their values. */
export function headerViolations(document: JsonObject, response: DocumentPart, headers: Headers): readonly Violation[] {
  const declared = findMember(document, response, 'headers');
  if (declared === undefined) return [];
  return Object.keys(declared.value).flatMap((name): readonly Violation[] => {
    const header = findMember(document, declared, name);
    // The media type is validated with the body, and cookies are no list of values.
    if (header === undefined || /^(?:content-type|set-cookie)$/i.test(name)) return [];
    const about = { severity: 'error', of: 'response', location: `header ${name}` } as const;
    const text = isToken.test(name) ? headers.get(name) : null;
    if (text === null) {
      if (header.value['required'] !== true) return [];
      const message = 'The document requires this header';
      return [{ ...about, code: 'missing-header', message, pointer: declared.pointer + pointerStep(name) }];
    }
    const issue = findHeaderIssue(document, header, text);
    if (issue === undefined) return [];
    return [{ ...about, code: 'invalid-header', message: issue.message, pointer: issue.pointer }];
  });
}
