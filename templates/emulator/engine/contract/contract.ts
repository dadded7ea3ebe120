/** Where one operation stands: what refusals refer to. */
export interface OperationContract {
  /** Where the operation stands: `pets.md:99`, or `public`. */
  readonly source?: string;
  /** Where single rules stand, by the rest of their ids (`limit/tooMany`), where that is elsewhere. */
  readonly sources?: Readonly<Record<string, string>>;
}

/** Where the spec states what the emulator does. */
export interface Contract {
  /** By `operationId`. */
  readonly operations: Readonly<Record<string, OperationContract>>;
  /** Where tables (`playlists`), their rules (`playlists#order`) and rules of all operations (`*#paging`) stand. */
  readonly sources?: Readonly<Record<string, string>>;
}
