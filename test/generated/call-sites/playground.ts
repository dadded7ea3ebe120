import type { ClientOptions } from '@speccast/video-platform';

/** What points a client at an emulator. */
export type Playground = Required<Pick<ClientOptions, 'baseUrl' | 'fetch'>>;
