/** A reason to reject a webhook. */
export type WebhookReason =
  | 'missingHeader'
  | 'invalidHeader'
  | 'tooOld'
  | 'tooNew'
  | 'wrongSignature'
  | 'invalidSecret'
  | 'bodyTooLarge'
  | 'invalidBody';

/** A webhook that was rejected, or that cannot be signed. Neither its message nor a member contains a secret or a signature. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  declare readonly reason: WebhookReason;
  /** Issues of the validator that rejected the body; else empty. */
  declare readonly issues: readonly unknown[];

  constructor(reason: WebhookReason, detail = '', issues: readonly unknown[] = []) {
    super(`Webhook rejected: ${reason}${detail && ` (${detail})`}`);
    Object.assign(this, { reason, issues });
  }
}
