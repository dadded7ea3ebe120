import { createEmulator } from '../../../generated/video-platform/dist/mocks/index.js';
import { serve } from '../../../generated/video-platform/dist/mocks/server.js';

/* Serves the emulator, and prints its address. Runs until it is killed. */

const { url } = await serve(createEmulator());
console.log(url);
