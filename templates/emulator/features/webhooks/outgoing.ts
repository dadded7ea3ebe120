import type { OutgoingRequest } from '../../plan/plan.js';
import type { Message } from './deliveries.js';

/** Makes a message of the request of a capability. */
export function toMessage(request: OutgoingRequest, done: NonNullable<Message['done']>): Message {
  const { url, body } = request;
  return { ...request, to: url, payload: body, done };
}
