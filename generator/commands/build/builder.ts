import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Runs the build script of a package whenever it is told to; what the script loads stays loaded. */
const CHILD = `
process.on('message', async (address) => {
  try {
    await import(address);
    process.send('');
  } catch (error) {
    process.send(String(error) || 'the build failed');
  }
});`;

/** Builds packages in processes of their own, one a package, which stay until they are closed. */
export class Builder {
  readonly #children = new Map<string, ChildProcess>();
  #count = 0;

  /** Runs `build.js` of a package; gives what went wrong in a line or more, or `undefined`. */
  async build(out: string): Promise<string | undefined> {
    const child = this.#children.get(out) ?? this.#start(out);
    const problem = await new Promise<string>((resolve) => {
      child.on('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(`the build ended with ${signal ?? code}`));
      child.once('message', (text) => resolve(String(text)));
      // Another address each time, or Node would not run it again.
      child.send(`${pathToFileURL(join(out, 'build.js')).href}?${++this.#count}`);
    });
    for (const event of ['exit', 'message']) child.removeAllListeners(event);
    if (child.exitCode !== null || child.signalCode !== null) this.#children.delete(out);
    return problem === '' ? undefined : problem;
  }

  close(): void {
    for (const child of this.#children.values()) child.kill();
    this.#children.clear();
  }

  #start(out: string): ChildProcess {
    const args = ['--input-type=module', '--eval', CHILD];
    // It ends with this process: nothing else keeps it once the channel is closed.
    const child = spawn(process.execPath, args, { cwd: out, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    this.#children.set(out, child);
    return child;
  }
}
