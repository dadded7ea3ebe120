import { defineCapability, missingInput, valueAt, type Capability } from '@speccast/emulator/capabilities';

/** Members of `x-action` beside `perform`. */
interface RatingsOptions {
  /** Table of the ratings. */
  readonly table: string;
  readonly items: string;
  readonly kind: string;
}

/** Returns the caller's rating of each requested video in the order of the request, or `none`. */
export const ratings: Capability = defineCapability<RatingsOptions>({
  errors: [missingInput('id')],
  run(call, { table, items: member, kind }) {
    const { ownId } = call.requireCaller();
    const items = call
      .requireInputs('id')
      .filter((videoId) => call.table('videos').getVisible(videoId) !== undefined)
      .map((videoId) => ({
        videoId,
        rating: valueAt(call.table(table).get(`${videoId}.${ownId}`), 'rating') ?? 'none',
      }));
    return { kind: 'json', body: { kind, etag: call.tag(JSON.stringify(items)), [member]: items } };
  },
});
