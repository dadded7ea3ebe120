import { parseElements, type ParsedElement } from '@speccast/runtime/xml';

/** A video that is new or has changed. */
export interface VideoEvent {
  readonly type: 'video';
  readonly videoId: string;
  readonly channelId: string;
  readonly title: string;
  /** Where it is watched; absent where the feed does not say it. */
  readonly link?: string;
  readonly author: FeedAuthor;
  /** As the feed has it: `2024-02-03T08:00:00+00:00`. */
  readonly published?: string;
  readonly updated?: string;
}

/** A video that is there no more. */
export interface DeletionEvent {
  readonly type: 'deletion';
  readonly videoId: string;
  /** Absent where the feed does not say it. */
  readonly channelId?: string;
  readonly link?: string;
  readonly author: FeedAuthor;
  /** When it was deleted. */
  readonly when?: string;
}

/** The channel as a feed names it. */
export interface FeedAuthor {
  readonly name?: string;
  readonly uri?: string;
}

/** What a notification says. */
export type FeedEvent = VideoEvent | DeletionEvent;

/** A body that is no feed. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
}

/** Most characters of a feed. */
const longest = 1_048_576;

/** Elements are nested this deeply at most. */
const deepest = 16;

const atom = 'http://www.w3.org/2005/Atom';
const tombstones = 'http://purl.org/atompub/tombstones/1.0';
const videos = 'http://www.youtube.com/xml/schemas/2015';

/**
 * Reads the notification of a hub: the body of a request to a callback. An empty body has no events. Throws a `FeedError` where
 * it is no Atom feed, longer than 1,048,576 characters, or nested too deeply. It knows no entities and loads nothing. Entries
 * that name no video are passed over. Verify its signature first: `verifyWebhook` with the header `x-hub-signature`.
 */
export function parseFeed(body: string): readonly FeedEvent[] {
  if (body.length > longest) throw new FeedError(`The feed is longer than ${longest} characters.`);
  const text = body.replace(/^\uFEFF/, '').trim();
  if (text === '') return [];
  const feed = spaced(parse(text), {});
  if (!isNamed(feed, atom, 'feed')) throw new FeedError('The root element is no feed of Atom.');
  return childrenOf(feed).flatMap((child): readonly FeedEvent[] => {
    if (isNamed(child, atom, 'entry')) return videoEvent(child);
    return isNamed(child, tombstones, 'deleted-entry') ? deletionEvent(child) : [];
  });
}

function parse(text: string): ParsedElement {
  try {
    return parseElements(text, deepest);
  } catch (cause) {
    throw new FeedError(`The feed is no XML: ${cause instanceof Error ? cause.message : String(cause)}.`, { cause });
  }
}

/** An element with the namespaces that its prefixes stand for. */
interface Spaced {
  readonly element: ParsedElement;
  readonly spaces: Readonly<Record<string, string>>;
  readonly space: string;
  readonly name: string;
}

function spaced(element: ParsedElement, outer: Readonly<Record<string, string>>): Spaced {
  const stated = Object.entries(element.attributes).flatMap(([name, value]): [string, string][] => {
    const [, prefix = ''] = /^xmlns(?::(.+))?$/.exec(name) ?? [];
    return /^xmlns(?::|$)/.test(name) ? [[`:${prefix}`, value]] : [];
  });
  const spaces = stated.length === 0 ? outer : { ...outer, ...Object.fromEntries(stated) };
  const at = element.name.indexOf(':');
  const prefix = at === -1 ? '' : element.name.slice(0, at);
  return { element, spaces, space: spaces[`:${prefix}`] ?? '', name: element.name.slice(at + 1) };
}

function childrenOf({ element, spaces }: Spaced): readonly Spaced[] {
  return element.children.map((child) => spaced(child, spaces));
}

function isNamed({ space, name }: Spaced, ofSpace: string, local: string): boolean {
  return space === ofSpace && name === local;
}

function childOf(parent: Spaced, space: string, local: string): Spaced | undefined {
  return childrenOf(parent).find((child) => isNamed(child, space, local));
}

/** The text of an element inside another; undefined where it is missing or empty. */
function textOf(parent: Spaced | undefined, space: string, local: string): string | undefined {
  return (parent && childOf(parent, space, local)?.element.text.trim()) || undefined;
}

function videoEvent(entry: Spaced): readonly VideoEvent[] {
  const videoId = textOf(entry, videos, 'videoId') ?? idIn(textOf(entry, atom, 'id'));
  const channelId = textOf(entry, videos, 'channelId');
  if (videoId === undefined || channelId === undefined) return [];
  const [link, published, updated] = [linkOf(entry), textOf(entry, atom, 'published'), textOf(entry, atom, 'updated')];
  return [
    {
      type: 'video',
      videoId,
      channelId,
      title: textOf(entry, atom, 'title') ?? '',
      ...(link !== undefined && { link }),
      author: authorOf(childOf(entry, atom, 'author')),
      ...(published !== undefined && { published }),
      ...(updated !== undefined && { updated }),
    },
  ];
}

function deletionEvent(entry: Spaced): readonly DeletionEvent[] {
  const { ref, when } = entry.element.attributes;
  const videoId = idIn(ref);
  if (videoId === undefined) return [];
  const link = linkOf(entry);
  const author = authorOf(childOf(entry, tombstones, 'by'));
  const [, channelId] = /\/channel\/([^/?#]+)/.exec(author.uri ?? '') ?? [];
  return [
    {
      type: 'deletion',
      videoId,
      ...(channelId !== undefined && { channelId }),
      ...(link !== undefined && { link }),
      author,
      ...(when !== undefined && { when }),
    },
  ];
}

function idIn(id: string | undefined): string | undefined {
  return /^yt:video:(.+)$/.exec(id ?? '')?.[1];
}

/** Where a video is watched: the link without `rel`, or with `rel="alternate"`. */
function linkOf(entry: Spaced): string | undefined {
  const links = childrenOf(entry).filter((child) => isNamed(child, atom, 'link'));
  return links.find(({ element }) => (element.attributes['rel'] ?? 'alternate') === 'alternate')?.element.attributes[
    'href'
  ];
}

function authorOf(element: Spaced | undefined): FeedAuthor {
  const [name, uri] = [textOf(element, atom, 'name'), textOf(element, atom, 'uri')];
  return { ...(name !== undefined && { name }), ...(uri !== undefined && { uri }) };
}
