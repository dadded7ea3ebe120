import { defineCapability, type Capability } from '@speccast/emulator/capabilities';

/** Members of `x-action` beside `perform`. */
interface InsertBannerOptions {
  readonly kind: string;
}

/** Stores an uploaded image and returns its URL; nothing else changes. */
export const insertBanner: Capability = defineCapability<InsertBannerOptions>({
  errors: [],
  run(call, { kind }) {
    const { media } = call.requireImage();
    const url = call.putMedia(`banners/${call.newId('', 22)}`, media);
    return { kind: 'json', body: { kind, etag: call.tag(url), url } };
  },
});
