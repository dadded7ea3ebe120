/** What a refusal may add to its reason. */
export interface HttpErrorDetails {
  /** Parameter, header or path of the body that is at fault. */
  readonly location?: string;
  readonly locationType?: 'parameter' | 'header' | 'body' | 'other';
  readonly headers?: Readonly<Record<string, string>>;
  /** The rule it broke, where status, reason and location do not tell: `media/image/ratio` of the operation, or a whole id. */
  readonly rule?: string;
  /** What was sent and what was wanted, where the place of the fault and the rule do not tell. */
  readonly got?: string;
  readonly want?: string;
  readonly fix?: string;
  /** Domain of the error, where it is not that of its reason. */
  readonly domain?: string;
}

/** Thrown by handlers to refuse; becomes the service's JSON error envelope. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly reason: string;
  readonly details: HttpErrorDetails;

  constructor(status: number, reason: string, message: string, details: HttpErrorDetails = {}) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.details = details;
  }
}
