import { createEmulator } from '../../../generated/video-platform/src/mocks/index.ts';
import { serve } from '../../../generated/video-platform/src/mocks/server.ts';

/* Serves the emulator until it is killed; prints its address. */

const { url } = await serve(createEmulator());
console.log(url);
