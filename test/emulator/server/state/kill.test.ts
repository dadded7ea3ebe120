import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../output/temporary-folder.js';
import { killServers } from './kill-servers.js';

test.each([['on'], ['off']])(
  'a server that is killed while clients write keeps all acknowledged changes (--state-sync %s)',
  async (sync) => {
    const report = await killServers(join(temporaryFolder(), 'state'), 3, ['--state-sync', sync]);
    expect(report.faults).toEqual([]);
    expect(Math.min(report.inserted, report.uploaded, report.pieces)).toBeGreaterThan(0);
  },
);
