import { apiKey, createVideoPlatform, joinIds } from '@speccast/video-platform';
import { createEmulator } from '@speccast/video-platform/mocks';
import { expect, test } from 'vitest';

test.each(['documented', 'vendor'] as const)(
  'each of many joined calls of videos.list receives its own video (%s)',
  async (profile) => {
    const emulator = createEmulator({ profile });
    const { ownId } = emulator.as('ann');
    const { baseUrl, fetch } = emulator;
    const ids = Array.from({ length: 120 }, (_, at) =>
      at % 7 === 3
        ? `missing-${at}`
        : String(emulator.state.videos.insert({ snippet: { title: `V${at}`, channelId: ownId } }).id),
    );
    const client = createVideoPlatform({ auth: apiKey('k'), baseUrl, fetch, joinIds: joinIds() });
    const sent = emulator.journal.length;
    const joined = await Promise.all(ids.map((id) => client.videos.list({ part: ['id'], id: [id] })));
    expect(emulator.journal.length - sent).toBeLessThan(8);
    const single = createVideoPlatform({ auth: apiKey('k'), baseUrl, fetch });
    for (const [at, id] of ids.entries()) {
      const items = joined[at]?.items;
      expect(items?.map((one) => one.id)).toEqual(at % 7 === 3 ? [] : [id]);
      if (at < 8) expect(items).toEqual((await single.videos.list({ part: ['id'], id: [id] })).items);
    }
  },
);
