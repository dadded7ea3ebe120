/** What the spec states about one operation beside its behaviour: what coverage counts and refusals refer to. */
export interface OperationContract {
  /** Where the operation stands: `video-platform.md:99`, or `public`. */
  readonly source?: string;
  /** Where single rules stand, by the rest of their ids (`limit/tooMany`), where that is elsewhere. */
  readonly sources?: Readonly<Record<string, string>>;
  /** Declared values of parameters by their names; percent-encoded, apart by spaces. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Declared values in the body by their paths; percent-encoded, apart by spaces. */
  readonly body?: Readonly<Record<string, string>>;
}

/** What the spec states about a service beside its behaviour. */
export interface Contract {
  /** By `operationId`. */
  readonly operations: Readonly<Record<string, OperationContract>>;
  /** Where tables (`playlists`), their rules (`playlists#order`) and rules of all operations (`*#paging`) stand. */
  readonly sources?: Readonly<Record<string, string>>;
}

function listed(text: string | undefined): readonly string[] {
  return text === undefined || text === '' ? [] : text.split(' ').map(decodeURIComponent);
}

/** The values that a contract declares, by the names that coverage lists them under. */
export function declaredValues(contract: Contract | undefined, id: string): ReadonlyMap<string, readonly string[]> {
  const { parameters = {}, body = {} } = contract?.operations[id] ?? {};
  return new Map([
    ...Object.entries(parameters).map(([name, text]) => [name, listed(text)] as const),
    ...Object.entries(body).map(([path, text]) => [`body ${path}`, listed(text)] as const),
  ]);
}
