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

/** Thrown when a webhook is rejected or cannot be signed. It never contains secrets or signatures. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  declare readonly reason: WebhookReason;
  /** Issues of the body, if a validator rejected it. */
  declare readonly issues: readonly unknown[];

  constructor(reason: WebhookReason, detail = '', issues: readonly unknown[] = []) {
    super(`Webhook rejected: ${reason}${detail && ` (${detail})`}`);
    Object.assign(this, { reason, issues });
  }
}
