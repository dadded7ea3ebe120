/** An output of a command line. */
export interface CliOutput {
  /** True if it is a terminal. */
  readonly isTTY?: boolean | undefined;
  /** Width in characters, if it is a terminal. */
  readonly columns?: number | undefined;
  write(chunk: string | Uint8Array, done?: (error?: Error | null) => void): unknown;
}

/** The parts of a process that a command line uses, besides files. */
export interface CliIo {
  readonly stdin: AsyncIterable<Uint8Array | string> & { readonly isTTY?: boolean | undefined };
  readonly stdout: CliOutput;
  readonly stderr: CliOutput;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder that paths of files are relative to. */
  readonly cwd: string;
  /** Sends requests. Default: the global `fetch`. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Aborted by Ctrl+C. */
  readonly signal?: AbortSignal | undefined;
  /** Version of the package, for `--version`. */
  readonly version?: (() => Promise<string | undefined>) | undefined;
  /** Opens an address in a browser; resolves to `false` if it cannot. Default: runs `open`, `xdg-open` or `rundll32`. */
  readonly openUrl?: ((url: string) => Promise<boolean>) | undefined;
}

/** Returns the width of an output in characters: 80 if it is unknown, which some terminals report as 0. */
export function readWidth({ columns = 0 }: CliOutput): number {
  return columns > 0 ? columns : 80;
}

/** Exit codes by outcome, and their meaning as help shows it. */
export const exitCodes = {
  /** Also if the reader of the output stops early, as `head` does. */
  done: [0, 'done'],
  failed: [1, 'the service rejected the call, or something else failed'],
  /** Unknown, missing or invalid arguments, and files that do not exist. */
  usage: [2, 'wrong usage: nothing was sent'],
  /** 401, 403, or a credential that was not found. */
  credential: [3, 'a credential is missing or was rejected'],
  /** 404, 410. */
  'not-found': [4, 'not found'],
  unavailable: [5, 'the network or the service failed, or time ran out'],
  /** 429, and quotas of the service. */
  limit: [6, 'a quota or rate limit is reached'],
  /** Ctrl+C. */
  interrupted: [130, 'interrupted'],
} as const;

/** Name of an outcome. */
export type Outcome = keyof typeof exitCodes;

/** An error that ends the command with a message, without a stack trace, and with the exit code of `outcome`. */
export class CliError extends Error {
  override readonly name: string = 'CliError';
  readonly outcome: Outcome;

  constructor(message: string, outcome: Outcome = 'usage') {
    super(message);
    this.outcome = outcome;
  }
}

/** Thrown when the reader of the output has stopped (`| head`), which ends the command with exit code 0. */
export class ClosedOutput extends Error {}

const closedCodes: readonly unknown[] = ['EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END', 'EOF'];

/** Writes a chunk; rejects with `ClosedOutput` if the reader of the output has stopped. */
export function write(output: CliOutput, chunk: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(chunk, (error) => {
      if (!error) resolve();
      else reject(closedCodes.includes(Object(error).code) ? new ClosedOutput() : error);
    });
  });
}
