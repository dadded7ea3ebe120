import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  writeDeletion,
  writeFeed,
  type FeedVideo,
} from '../../../specs/video-platform/capabilities/websub/write-feed.js';
import { FeedError, parseFeed } from '../../../specs/video-platform/modules/websub.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

const source = {
  site: 'https://www.example.com',
  hub: 'http://localhost/subscribe',
  topic: 'http://localhost/feed?a=1&b=2',
};

const video: FeedVideo = {
  id: 'v1',
  channelId: 'c1',
  title: 'Bread & <butter>',
  channelTitle: 'Harbour "Kitchen"',
  published: '2024-02-03T08:00:00Z',
  updated: Date.parse('2024-02-04T08:00:00.5Z'),
};

describe('parseFeed', () => {
  table('reads the feed that the hub writes for a video', ({ want }: { want: unknown }) => {
    expect(parseFeed(writeFeed(source, { title: 'Feed' }, [video]))).toEqual(want);
  });

  table('reads the feed that the hub writes for a deletion', ({ want }: { want: unknown }) => {
    expect(parseFeed(writeDeletion(source, video))).toEqual(want);
  });

  test.each(['', ' \r\n', '\uFEFF'])('reads no events from the empty body %j', (body) => {
    expect(parseFeed(body)).toEqual([]);
  });

  test('reads names by their namespaces, whatever their prefixes', () => {
    const feed = `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry xmlns:v="http://www.youtube.com/xml/schemas/2015"
      xmlns:o="urn:other"><o:title>no</o:title><v:videoId>v2</v:videoId><v:channelId>c2</v:channelId></a:entry></a:feed>`;
    expect(parseFeed(feed)).toEqual([{ type: 'video', videoId: 'v2', channelId: 'c2', title: '', author: {} }]);
  });

  test('skips entries without a video id', () => {
    const feed = '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>x</id></entry><title>t</title></feed>';
    expect(parseFeed(feed)).toEqual([]);
  });

  test.each([
    ['plain text', 'hello', /is no XML/],
    ['another root', '<rss/>', /no feed of Atom/],
    ['a feed without a namespace', '<feed/>', /no feed of Atom/],
    ['an incomplete feed', writeFeed(source, { title: 'Feed' }, [video]).slice(0, 400), /is no XML/],
    [
      'an entity of its own',
      '<!DOCTYPE feed [<!ENTITY a "aaaa">]><feed xmlns="http://www.w3.org/2005/Atom"><title>&a;</title></feed>',
      /is no XML/,
    ],
    [
      'elements that are nested too deeply',
      `<feed xmlns="http://www.w3.org/2005/Atom">${'<a>'.repeat(40)}${'</a>'.repeat(40)}</feed>`,
      /nested/,
    ],
    ['100,000 nested elements', '<a>'.repeat(100_000), /is no XML/],
    ['a feed that is too long', `<feed>${' '.repeat(1_048_576)}</feed>`, /longer than 1048576/],
  ])('rejects %s', (_name, body, message) => {
    expect(() => parseFeed(body)).toThrow(FeedError);
    expect(() => parseFeed(body)).toThrow(message);
  });

  test('reads every title that XML can represent', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, text, (title, channelTitle) => {
        const [event] = parseFeed(writeFeed(source, { title: 'Feed' }, [{ ...video, title, channelTitle }]));
        const kept = title
          .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
          .replace(/\r\n?/g, '\n')
          .trim();
        expect(event).toMatchObject({ type: 'video', title: kept });
      }),
    );
  });

  test('throws nothing but a FeedError, whatever the body is', () => {
    const feed = writeFeed(source, { title: 'Feed' }, [video]);
    const mangled = fc
      .tuple(fc.nat(feed.length), fc.nat(20), fc.string({ unit: 'binary', maxLength: 20 }))
      .map(([at, cut, more]) => feed.slice(0, at) + more + feed.slice(at + cut));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), mangled), (body) => {
        try {
          for (const event of parseFeed(body)) expect(event.videoId).not.toBe('');
        } catch (error) {
          expect(error).toBeInstanceOf(FeedError);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
