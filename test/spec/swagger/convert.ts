import { read, type ReadingOptions } from '../read-text.js';

/** The first lines of a correct Swagger 2.0 document, without `paths`. */
export const head = "swagger: '2.0'\ninfo: { title: Test, version: '1' }\n";

/** JSON of any form, so that tests can read its members. */
type Plain = ReturnType<typeof JSON.parse>;

/** A converted document, and the messages about it. */
interface Converted {
  readonly root: Plain;
  readonly messages: readonly string[];
}

/** Converts a Swagger document; `head` is put before it. Throws if it is rejected. */
export function convert(text: string, options: ReadingOptions = {}): Converted {
  const { document, messages } = read(head + text, options);
  if (document === undefined) throw new Error(messages.join('\n'));
  return { root: JSON.parse(JSON.stringify(document.root)), messages };
}

/** Converts a document with one operation, `POST /`; `rest` is put before its paths. */
export function convertOperation(operation: string, rest: string = ''): Converted & { readonly operation: Plain } {
  const ok = operation.includes('responses:') ? '' : ", responses: { '204': { description: Done } }";
  const { root, messages } = convert(`${rest}paths: { /: { post: { ${operation}${ok} } } }\n`);
  return { operation: root.paths['/'].post, root, messages };
}
