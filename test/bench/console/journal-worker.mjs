import { withControl } from '../../../generated/video-platform/dist/mocks/control.js';
import { createEmulator } from '../../../generated/video-platform/dist/mocks/index.js';
import { serve } from '../../../generated/video-platform/dist/mocks/server.js';

/* Serves an emulator whose journal has 10,000 entries, and prints its address. Runs until it is killed. */

const emulator = createEmulator();
const paths = ['videos?part=snippet&id=none', 'search?part=snippet&q=tides', 'channels?part=id&mine=true', 'nothing'];
for (let index = 0; index < 10_000; index += 1)
  await emulator.fetch(new Request(`${emulator.baseUrl}/youtube/v3/${paths[index % paths.length]}&n=${index}`));
const { url } = await serve(withControl(emulator), { port: 0 });
console.log(new URL('/__mock/ui', url).href);
