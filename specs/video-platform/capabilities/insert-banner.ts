import { defineCapability, type Capability } from '@speccast/emulator/capabilities';

/** Members of `x-action` beside `perform`. */
interface InsertBannerOptions {
  readonly kind: string;
}

/** Keeps an uploaded image and sends the URL that serves it; nothing else changes. */
export const insertBanner: Capability = defineCapability<InsertBannerOptions>({
  errors: [],
  run(call, { kind }) {
    const { media } = call.requireImage();
    const url = call.putMedia(`banners/${call.newId('', 22)}`, media);
    return { kind: 'json', body: { kind, etag: call.tag(url), url } };
  },
});
