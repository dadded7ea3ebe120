import {
  CHOMPING_MODE,
  COLLECTION_STYLE,
  type Event,
  EVENT_ID,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
} from 'js-yaml';
import type { Json } from '../../json.js';
import {
  addItem,
  addMember,
  closeValue,
  openArray,
  type OpenArray,
  openObject,
  type OpenObject,
  rootSlot,
  type Slot,
  type TreeContext,
} from './tree.js';

type ScalarEvent = Extract<Event, { readonly type: typeof EVENT_ID.SCALAR }>;
type CollectionEvent = Extract<Event, { readonly type: typeof EVENT_ID.MAPPING | typeof EVENT_ID.SEQUENCE }>;

/** The state of reading one document: its events, and the index of the next one. */
interface PlainReader extends TreeContext {
  readonly events: readonly Event[];
  next: number;
  /** Offset behind the last scalar. */
  end: number;
}

/**
 * Reads one YAML document that is plain: well formed, without duplicate keys, anchors, tags, directives and everything
 * else that tools read in different ways; `undefined`, without a diagnostic, for any other document.
 */
export function readPlainYaml(context: TreeContext): Json | undefined {
  const events = parsePlain(context.source.text);
  if (events === undefined) return undefined;
  const reader: PlainReader = { ...context, events, next: 1, end: 0 };
  return readNext(reader, rootSlot);
}

/** Text that tools read in different ways: tabs, lone carriage returns, byte order marks and the end of a document. */
const DOUBTFUL = /[\t\uFEFF]|\r(?!\n)|^\.\.\./m;

function parsePlain(text: string): readonly Event[] | undefined {
  if (DOUBTFUL.test(text)) return undefined;
  try {
    const events = parseEvents(text, {});
    const [first, root, ...others] = events;
    if (first?.type !== EVENT_ID.DOCUMENT || first.directives.length > 0) return undefined;
    if (root === undefined || root.type === EVENT_ID.SCALAR) return undefined;
    return [root, ...others].every(isPlain) ? events : undefined;
  } catch {
    return undefined;
  }
}

function isPlain(event: Event): boolean {
  if (event.type === EVENT_ID.POP) return true;
  return (
    event.type !== EVENT_ID.DOCUMENT && event.type !== EVENT_ID.ALIAS && event.anchorStart < 0 && event.tagStart < 0
  );
}

function readNext(reader: PlainReader, slot: Slot): Json | undefined {
  const event = reader.events[reader.next++];
  switch (event?.type) {
    case EVENT_ID.SCALAR:
      return readScalar(reader, event);
    case EVENT_ID.MAPPING:
      return readCollection(reader, event, openObject(event.start, slot));
    case EVENT_ID.SEQUENCE:
      return readCollection(reader, event, openArray(event.start, slot));
    default:
      return undefined;
  }
}

function readCollection(reader: PlainReader, event: CollectionEvent, open: OpenObject | OpenArray): Json | undefined {
  while (!isEnd(reader)) {
    const offset = findNextOffset(reader);
    if (!isFirstInLine(reader, event, offset)) return undefined;
    if (!('names' in open ? readMember(reader, open, offset) : readItem(reader, open, offset))) return undefined;
  }
  return closeValue(reader, open);
}

/** Returns whether the next item could be read. */
function readItem(reader: PlainReader, open: OpenArray, offset: number): boolean {
  const item = readNext(reader, addItem(open, offset));
  if (item !== undefined) open.value.push(item);
  return item !== undefined;
}

/** Steps over the end of a collection. */
function isEnd(reader: PlainReader): boolean {
  if (reader.events[reader.next]?.type !== EVENT_ID.POP) return false;
  reader.next++;
  return true;
}

/** Returns whether the next key and its value could be read. */
function readMember(reader: PlainReader, open: OpenObject, keyOffset: number): boolean {
  const key = reader.events[reader.next++];
  const name = key?.type === EVENT_ID.SCALAR ? readText(reader, key) : undefined;
  if (name === undefined || name === '<<' || name in open.value) return false;
  const value = readNext(reader, addMember(open, name, keyOffset, findNextOffset(reader)));
  if (value !== undefined) open.value[name] = value;
  return value !== undefined;
}

/** Returns whether only indentation and dashes are before a key or an item of a block: js-yaml allows brackets there. */
function isFirstInLine({ source }: PlainReader, { style }: CollectionEvent, offset: number): boolean {
  if (style !== COLLECTION_STYLE.BLOCK) return true;
  let before = offset - 1;
  while (source.text[before] === ' ' || source.text[before] === '-') before--;
  return before < 0 || source.text[before] === '\n';
}

/** Finds the offset of the next value: of its quote, its bracket, its `>` or `|`, or its first character. */
function findNextOffset({ events, next, source, end }: PlainReader): number {
  const event = events[next];
  if (event?.type === EVENT_ID.MAPPING || event?.type === EVENT_ID.SEQUENCE) return event.start;
  if (event?.type !== EVENT_ID.SCALAR) return 0;
  switch (event.style) {
    case SCALAR_STYLE.PLAIN:
      return event.valueStart;
    case SCALAR_STYLE.SINGLE_QUOTED:
    case SCALAR_STYLE.DOUBLE_QUOTED:
      return event.valueStart - 1;
    default:
      return end + source.text.slice(end, event.valueStart).search(BLOCK_HEADER);
  }
}

/** The first line of a block scalar from its `>` or `|`, up to where its text starts. */
const BLOCK_HEADER = /[>|][-+\d]*(?: +(?:#.*)?)?(?:\r?\n)?$/;

/** Reads the text of a scalar; `undefined` where it is absent, of several lines but no block, or a block that keeps its end. */
function readText(reader: PlainReader, event: ScalarEvent): string | undefined {
  reader.end = event.valueEnd;
  if (event.valueStart < 0) return undefined;
  if (event.fast) return reader.source.text.slice(event.valueStart, event.valueEnd);
  if (event.chomping === CHOMPING_MODE.KEEP) return undefined;
  const isBlock = event.style === SCALAR_STYLE.LITERAL_BLOCK || event.style === SCALAR_STYLE.FOLDED_BLOCK;
  if (!isBlock && reader.source.text.slice(event.valueStart, event.valueEnd).includes('\n')) return undefined;
  return getScalarValue(reader.source.text, event);
}

function readScalar(reader: PlainReader, event: ScalarEvent): Json | undefined {
  const text = readText(reader, event);
  if (text === undefined || event.style !== SCALAR_STYLE.PLAIN || !MAY_BE_NO_TEXT.test(text)) return text;
  if (WORDS.has(text)) return WORDS.get(text);
  if (!NUMBER.test(text)) return ODD_NUMBER.test(text) ? undefined : text;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** The first characters of everything that the core schema of YAML does not take for text. */
const MAY_BE_NO_TEXT = /^[-+.\d~nNtTfF]/;

const WORDS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ...['~', 'null', 'Null', 'NULL'].map((word): [string, Json] => [word, null]),
  ...['true', 'True', 'TRUE'].map((word): [string, Json] => [word, true]),
  ...['false', 'False', 'FALSE'].map((word): [string, Json] => [word, false]),
]);

const NUMBER = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;

/** Octal and hexadecimal numbers, infinity and what is not a number. */
const ODD_NUMBER = /^(?:0o[0-7]+|0x[\da-fA-F]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
