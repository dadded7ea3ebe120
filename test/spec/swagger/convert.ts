import { read, type ReadingOptions } from '../read-text.js';

/** The first lines of a correct document; `paths` is yet to come. */
export const head = "swagger: '2.0'\ninfo: { title: Test, version: '1' }\n";

/** What a test looks into: JSON of any form. */
type Plain = ReturnType<typeof JSON.parse>;

/** A document as it is read, and what was said about it. */
interface Converted {
  readonly root: Plain;
  readonly messages: readonly string[];
}

/** Converts a Swagger document that has to be right. */
export function convert(text: string, options: ReadingOptions = {}): Converted {
  const { document, messages } = read(head + text, options);
  if (document === undefined) throw new Error(messages.join('\n'));
  return { root: JSON.parse(JSON.stringify(document.root)), messages };
}

/** Converts one operation, `POST /`; `rest` is the rest of the document. */
export function convertOperation(operation: string, rest: string = ''): Converted & { readonly operation: Plain } {
  const ok = operation.includes('responses:') ? '' : ", responses: { '204': { description: Done } }";
  const { root, messages } = convert(`${rest}paths: { /: { post: { ${operation}${ok} } } }\n`);
  return { operation: root.paths['/'].post, root, messages };
}
