import { isJsonObject, type JsonObject } from '@speccast/runtime';
import type { Call, Capability } from '../plan/plan.js';
import { mediaUrl } from '../rows/present.js';
import { keyOf, requireOwner, requireRow } from '../rows/rows.js';
import type { Row } from '../store/row-index.js';
import { withoutValue, withValue } from '../values/json-path.js';
import { requireImage } from './images.js';
import { inputOf, requireCaller } from './inputs.js';

/** Where a channel shows its watermark. */
const place = 'brandingSettings.watermark';

/** Keeps an uploaded image, its target and its timing as the watermark of a channel of the caller's. */
export const setWatermark: Capability = (call) => {
  const channel = ownChannel(call);
  const { media } = requireImage(call);
  const key = `watermarks/${keyOf(call.rules('channels'), channel)}`;
  const sent: JsonObject = isJsonObject(call.body) ? call.body : {};
  const { targetChannelId } = sent;
  if (typeof targetChannelId === 'string') requireRow(call, 'channels', targetChannelId);
  call.tables.putBlob(key, media);
  call.tables.put('channels', withValue(channel, place, { ...sent, imageUrl: mediaUrl(call, key) }));
  return { kind: 'empty' };
};

/** Takes the watermark of a channel of the caller's away, if there is one. */
export const unsetWatermark: Capability = (call) => {
  const channel = ownChannel(call);
  call.tables.removeBlob(`watermarks/${keyOf(call.rules('channels'), channel)}`);
  call.tables.put('channels', withoutValue(channel, place));
  return { kind: 'empty' };
};

/** The channel that the request names, else the caller's. */
function ownChannel(call: Call): Row {
  const caller = requireCaller(call);
  const named = inputOf(call, 'channelId');
  const channel = requireRow(call, 'channels', named === undefined ? caller.ownId : String(named));
  requireOwner(call, 'channels', channel);
  return channel;
}
