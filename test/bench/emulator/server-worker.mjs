import { createEmulator } from '../../../generated/video-platform/dist/mocks/index.js';
import { serve } from '../../../generated/video-platform/dist/mocks/server.js';

/* Serves the emulator until it is killed; prints its address. */

const { url } = await serve(createEmulator());
console.log(url);
