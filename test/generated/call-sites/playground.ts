import type { ClientOptions } from '@speccast/video-platform';

/** The options with which a client calls an emulator. */
export type Playground = Required<Pick<ClientOptions, 'baseUrl' | 'fetch'>>;
