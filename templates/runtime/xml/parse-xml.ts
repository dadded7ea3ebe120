import { parseXml, XmlElement, XmlText } from '@rgrove/parse-xml';

/** An element: its attributes by name, and the elements inside it. */
export interface ParsedElement {
  /** Name with its prefix: `soap:Body`. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly ParsedElement[];
  /** Its text, without that of the elements inside it. */
  readonly text: string;
}

/** Maximum number of characters of a reason, because names in a body can have any length. */
const longestReason = 200;

/**
 * Parses XML; throws an `Error` with the reason, line and column, or if elements are nested more than `deepest` levels deep. A DTD is
 * ignored: its entities are unknown, and nothing is fetched.
 */
export function parseElements(text: string, deepest: number): ParsedElement {
  try {
    // Line ends are converted to LF here, because the parser takes quadratic time for that.
    const { root } = parseXml(text.replace(/\r\n?/g, '\n'));
    if (root === null) throw new Error('there is no element');
    return copyElement(root, deepest);
  } catch (cause) {
    // The parser is recursive, and may overflow the stack.
    if (cause instanceof RangeError) throw new Error(`elements are nested more than ${deepest} levels deep`, { cause });
    // Only the first line of the message: the others are an excerpt of the text, which could show a secret.
    const { message, line, column } = Object(cause);
    const [reason = ''] = String(message).split('\n');
    const at = line ? ` (line ${line}, column ${column})` : '';
    throw new Error(reason.length > longestReason ? `${reason.slice(0, longestReason)}…${at}` : reason, { cause });
  }
}

function copyElement({ name, attributes, children }: XmlElement, left: number): ParsedElement {
  if (left === 0) throw new RangeError('too deep');
  const elements = children.filter((child) => child instanceof XmlElement);
  const texts = children.filter((child) => child instanceof XmlText);
  return {
    name,
    attributes,
    children: elements.map((child) => copyElement(child, left - 1)),
    text: texts.map(({ text }) => text).join(''),
  };
}
