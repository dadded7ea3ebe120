import { freedoms, type Freedom, type HostileOption } from './freedoms.js';

/**
 * The freedoms each of which, taken alone, makes a test fail that fails with all of them: `run` is called with the option
 * `hostile` for one freedom after another, and fails by throwing.
 */
export async function narrowHostile(
  seed: number,
  run: (hostile: HostileOption) => Promise<unknown>,
): Promise<readonly Freedom[]> {
  const found: Freedom[] = [];
  for (const freedom of freedoms) {
    try {
      await run({ seed, freedoms: [freedom] });
    } catch {
      found.push(freedom);
    }
  }
  return found;
}
