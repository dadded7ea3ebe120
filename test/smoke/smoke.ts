import { killUploads } from '../runtime/client/upload/kill.js';

/*
 * `npm run smoke [-- times bytes]`: uploads a file (64 MB by default) from processes that are killed at random points and
 * resumed by others, 100 times by default, and prints how often all bytes arrived.
 */

const [times = 100, size = 64 * 1_048_576] = process.argv.slice(2).map(Number);

const rounds = await killUploads({
  size,
  times,
  onRound: ({ number, isComplete, kills, sessions, chunkSize, arrived }) =>
    console.log(
      `${number}: ${isComplete ? 'agrees' : 'DIFFERS'} after ${kills} kills, ${sessions} sessions, chunks of ${chunkSize}, ${(arrived / size).toFixed(2)} times the bytes`,
    ),
});
const agreed = rounds.filter((round) => round.isComplete).length;
const kills = rounds.reduce((sum, round) => sum + round.kills, 0);
console.log(`${agreed} of ${times} uploads of ${size} bytes agree, after ${kills} kills`);
if (agreed < times) process.exitCode = 1;
