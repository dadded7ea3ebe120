import { parseXml, XmlElement, XmlError, XmlText } from '@rgrove/parse-xml';

/** An element: its attributes by name, and the elements inside it. */
export interface ParsedElement {
  /** With its prefix: `soap:Body`. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly ParsedElement[];
  /** The text in it, without that of the elements inside. */
  readonly text: string;
}

/**
 * Parses XML; throws an `Error` that says what is wrong, with line and column. A DTD is passed over: none of its entities is
 * known, and nothing is fetched.
 */
export function parseElements(text: string, deepest: number): ParsedElement {
  try {
    // Line ends become LF here, for the parser needs quadratic time for it.
    const { root } = parseXml(text.replace(/\r\n?/g, '\n'));
    if (root === null) throw new Error('there is no element');
    return elementOf(root, deepest);
  } catch (cause) {
    throw new Error(reasonOf(cause, deepest), { cause });
  }
}

function elementOf({ name, attributes, children }: XmlElement, left: number): ParsedElement {
  if (left === 0) throw new RangeError('too deep');
  const elements: ParsedElement[] = [];
  const texts: string[] = [];
  for (const child of children) {
    if (child instanceof XmlElement) elements.push(elementOf(child, left - 1));
    else if (child instanceof XmlText) texts.push(child.text);
  }
  return { name, attributes, children: elements, text: texts.join('') };
}

/** The reason without the excerpt, which could show what is secret. */
function reasonOf(cause: unknown, deepest: number): string {
  // The parser calls itself for each element inside another one.
  if (cause instanceof RangeError) return `elements are nested more than ${deepest} levels deep`;
  const message = cause instanceof Error ? cause.message : String(cause);
  const [line = ''] = message.split('\n');
  if (line.length <= longestReason) return line;
  const at = cause instanceof XmlError ? ` (line ${cause.line}, column ${cause.column})` : '';
  return `${line.slice(0, longestReason)}…${at}`;
}

/** In characters: names in a body can have any length. */
const longestReason = 200;
