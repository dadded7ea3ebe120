import { bodyOf, headerOf, verifySharedWebhook, WebhookError, type WebhookInput } from '@speccast/runtime/webhooks';
import { parseElements, type ParsedElement } from '@speccast/runtime/xml';

/** A video that is new or has changed. */
export interface VideoEvent {
  readonly type: 'video';
  readonly videoId: string;
  readonly channelId: string;
  readonly title: string;
  /** The address of its page, if the feed has it. */
  readonly link?: string;
  readonly author: FeedAuthor;
  /** The time as it is written in the feed: `2024-02-03T08:00:00+00:00`. */
  readonly published?: string;
  readonly updated?: string;
}

/** A video that was deleted. */
export interface DeletionEvent {
  readonly type: 'deletion';
  readonly videoId: string;
  /** The title, if the feed has it. */
  readonly channelId?: string;
  readonly link?: string;
  readonly author: FeedAuthor;
  /** The time of the deletion. */
  readonly when?: string;
}

/** A channel with its name in the feed. */
export interface FeedAuthor {
  readonly name?: string;
  readonly uri?: string;
}

/** One entry of a feed: a new, changed or deleted video. */
export type FeedEvent = VideoEvent | DeletionEvent;

/** A request of the hub to a callback. */
export interface FeedNotification {
  readonly events: readonly FeedEvent[];
  /** Address of the feed in the subscription, if the request has it. */
  readonly topic?: string;
  /** Address of the hub, if the request has it. */
  readonly hub?: string;
}

/** Options for reading a notification. */
export interface NotificationOptions {
  /**
   * The `hub.secret` of the subscription, or several, such as an old and a new one. If undefined, signatures are not verified.
   */
  readonly secret: string | readonly string[] | undefined;
}

/** A request of a hub to confirm that a callback wants to subscribe or unsubscribe. */
export interface HubVerification {
  /** `denied`: the hub has rejected the subscription, and needs no response. */
  readonly mode: 'subscribe' | 'unsubscribe' | 'denied';
  readonly topic: string;
  /** The text to respond with; empty for a denial. */
  readonly challenge: string;
  /** The duration of the subscription. */
  readonly leaseSeconds?: number;
  /** The `hub.verify_token` of the request to subscribe. */
  readonly verifyToken?: string;
  /** The reason of a denial. */
  readonly reason?: string;
}

/** Thrown for a body that is no feed, or a request that is no verification. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
  /** The line in the body, from 1; undefined if the error is about the whole body. */
  readonly line: number | undefined;
  /** The column in the line, from 1. */
  readonly column: number | undefined;

  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    const [, line, column] = /\(line (\d+), column (\d+)\)/.exec(message) ?? [];
    this.line = line === undefined ? undefined : Number(line);
    this.column = column === undefined ? undefined : Number(column);
  }
}

export { WebhookError };

/** Maximum number of characters of a feed, and of bytes of a notification. */
const longest = 1_048_576;

/** Maximum depth of elements. */
const deepest = 16;

const atom = 'http://www.w3.org/2005/Atom';
const tombstones = 'http://purl.org/atompub/tombstones/1.0';
const videos = 'http://www.youtube.com/xml/schemas/2015';

/**
 * Reads the request of a hub to a callback (`POST`): verifies its signature in constant time, then parses its feed. Rejects with
 * a `WebhookError` if the signature is missing or wrong, or the body is longer than 1 MiB, and with a `FeedError` if it is no
 * feed. Always respond with a status of 2xx, or else the hub repeats the request.
 */
export async function readNotification(
  request: WebhookInput,
  { secret }: NotificationOptions,
): Promise<FeedNotification> {
  const { headers } = request;
  const body = await (secret === undefined ? bodyOf(request, longest) : verify(request, [secret].flat()));
  const links = linksIn(headerOf(headers, 'link'));
  const [topic, hub] = [links.get('self'), links.get('hub')];
  return { events: parseFeed(textIn(body)), ...(topic !== undefined && { topic }), ...(hub !== undefined && { hub }) };
}

/**
 * Reads the question of a hub to a callback (`GET`). Throws a `FeedError` for any other URL. Compare topic and token with those
 * of your subscription before you respond with the challenge.
 */
export function readVerification(url: string | URL): HubVerification {
  const base = 'http://localhost';
  if (!URL.canParse(url, base)) throw new FeedError('The address of the request is no URL.');
  const { searchParams } = new URL(url, base);
  const one = (name: string): string | undefined => {
    const [first, second] = searchParams.getAll(`hub.${name}`);
    if (second !== undefined) throw new FeedError(`hub.${name} comes twice.`);
    return first;
  };
  const [mode, topic, challenge, reason] = [one('mode'), one('topic'), one('challenge'), one('reason')];
  const [lease, verifyToken] = [one('lease_seconds'), one('verify_token')];
  if (mode !== 'subscribe' && mode !== 'unsubscribe' && mode !== 'denied')
    throw new FeedError('hub.mode is subscribe, unsubscribe or denied.');
  if (topic === undefined) throw new FeedError('hub.topic is missing.');
  if (mode !== 'denied' && !challenge) throw new FeedError('hub.challenge is missing.');
  if (lease !== undefined && !/^\d{1,15}$/.test(lease))
    throw new FeedError('hub.lease_seconds is a number of seconds.');
  return {
    mode,
    topic,
    challenge: challenge ?? '',
    ...(lease !== undefined && { leaseSeconds: Number(lease) }),
    ...(verifyToken !== undefined && { verifyToken }),
    ...(reason !== undefined && { reason }),
  };
}

/**
 * Responds to a verification: with the challenge if `isWanted` returns true, with 404 if not, and with 400 to any other request.
 * For `denied`, `isWanted` is called too, but its result is ignored.
 */
export async function confirmVerification(
  request: { readonly url: string },
  isWanted: (verification: HubVerification) => boolean | Promise<boolean>,
): Promise<Response> {
  const respond = (status: number, text: string): Response =>
    new Response(text, {
      status,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
    });
  let verification: HubVerification;
  try {
    verification = readVerification(request.url);
  } catch (error) {
    if (error instanceof FeedError) return respond(400, error.message);
    throw error;
  }
  const { mode, challenge } = verification;
  if (await isWanted(verification)) return respond(200, challenge);
  return mode === 'denied' ? respond(200, '') : respond(404, 'Nobody asked for that.');
}

/**
 * Parses a feed, from a notification or from the address of the feed. An empty string has no events, and entries without a video
 * are skipped. Throws a `FeedError` if the text is no Atom feed, is longer than 1,048,576 characters, is nested more than 16
 * levels deep, or declares entities. Nothing is loaded.
 */
export function parseFeed(body: string): readonly FeedEvent[] {
  if (body.length > longest) throw new FeedError(`The feed is longer than ${longest} characters.`);
  const text = body.replace(/^\uFEFF/, '').trim();
  if (text === '') return [];
  const feed = spaced(parse(text), {});
  if (!isNamed(feed, atom, 'feed')) throw new FeedError('The root element is no feed of Atom.');
  return listChildren(feed).flatMap((child): readonly FeedEvent[] => {
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

/** Verifies a signature with the algorithm in its header: `sha1=…`, `sha256=…` or `sha512=…`. */
async function verify(request: WebhookInput, secrets: readonly string[]): Promise<Uint8Array> {
  const header = 'x-hub-signature';
  const [, method = 'sha1'] = /^(sha1|sha256|sha512)=/.exec(headerOf(request.headers, header)) ?? [];
  const algorithm = method === 'sha512' ? 'hmac-sha512' : method === 'sha256' ? 'hmac-sha256' : 'hmac-sha1';
  const { body } = await verifySharedWebhook(request, {
    scheme: { header, algorithm, encoding: 'hex', prefix: `${method}=` },
    // As bytes, because a text that begins with `whsec_` would be decoded as a secret of Standard Webhooks.
    secret: secrets.map((secret) => new TextEncoder().encode(secret)),
    maxBytes: longest,
  });
  return body;
}

function textIn(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new FeedError('The feed is no UTF-8.', { cause });
  }
}

/** Returns the addresses in a header `Link` by their relation. */
function linksIn(header: string): ReadonlyMap<string, string> {
  const links = [...header.matchAll(/<([^<>]*)>([^<]*)/g)].flatMap(([, url = '', parameters = '']) => {
    const [, quoted, plain] = /;\s*rel=(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters) ?? [];
    return (quoted ?? plain ?? '').split(/\s+/).map((rel): [string, string] => [rel.toLowerCase(), url]);
  });
  return new Map(links);
}

/** An element, and the namespaces of its prefixes. */
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

function listChildren({ element, spaces }: Spaced): readonly Spaced[] {
  return element.children.map((child) => spaced(child, spaces));
}

function isNamed({ space, name }: Spaced, ofSpace: string, local: string): boolean {
  return space === ofSpace && name === local;
}

function findChild(parent: Spaced, space: string, local: string): Spaced | undefined {
  return listChildren(parent).find((child) => isNamed(child, space, local));
}

/** Returns the text of an inner element; undefined if it is missing or empty. */
function readText(parent: Spaced | undefined, space: string, local: string): string | undefined {
  return (parent && findChild(parent, space, local)?.element.text.trim()) || undefined;
}

function videoEvent(entry: Spaced): readonly VideoEvent[] {
  const videoId = readText(entry, videos, 'videoId') ?? idIn(readText(entry, atom, 'id'));
  const channelId = readText(entry, videos, 'channelId');
  if (videoId === undefined || channelId === undefined) return [];
  const [link, published, updated] = [
    findLink(entry),
    readText(entry, atom, 'published'),
    readText(entry, atom, 'updated'),
  ];
  return [
    {
      type: 'video',
      videoId,
      channelId,
      title: readText(entry, atom, 'title') ?? '',
      ...(link !== undefined && { link }),
      author: readAuthor(findChild(entry, atom, 'author')),
      ...(published !== undefined && { published }),
      ...(updated !== undefined && { updated }),
    },
  ];
}

function deletionEvent(entry: Spaced): readonly DeletionEvent[] {
  const { ref, when } = entry.element.attributes;
  const videoId = idIn(ref);
  if (videoId === undefined) return [];
  const link = findLink(entry);
  const author = readAuthor(findChild(entry, tombstones, 'by'));
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

/** Finds the address of the page of a video: the link without `rel`, or with `rel="alternate"`. */
function findLink(entry: Spaced): string | undefined {
  const links = listChildren(entry).filter((child) => isNamed(child, atom, 'link'));
  return links.find(({ element }) => (element.attributes['rel'] ?? 'alternate') === 'alternate')?.element.attributes[
    'href'
  ];
}

function readAuthor(element: Spaced | undefined): FeedAuthor {
  const [name, uri] = [readText(element, atom, 'name'), readText(element, atom, 'uri')];
  return { ...(name !== undefined && { name }), ...(uri !== undefined && { uri }) };
}
