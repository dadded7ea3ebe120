import { isJsonObject, type JsonObject } from '@speccast/runtime';
import {
  defineCapability,
  notFoundIn,
  notOwnerOf,
  withoutValue,
  withValue,
  type Capability,
  type CapabilityCall,
  type CapabilityError,
  type Row,
} from '@speccast/emulator/capabilities';

/** Path of the watermark of a channel. */
const path = 'brandingSettings.watermark';

const errors: readonly CapabilityError[] = [notFoundIn('channels'), notOwnerOf('the channel')];

/** Stores an uploaded image, its target and its timing as the watermark of a channel of the caller. */
export const setWatermark: Capability = defineCapability({
  errors,
  run(call) {
    const channels = call.table('channels');
    const channel = ownChannel(call);
    const { media } = call.requireImage();
    const sent: JsonObject = isJsonObject(call.body) ? call.body : {};
    const { targetChannelId } = sent;
    if (typeof targetChannelId === 'string') channels.require(targetChannelId);
    const imageUrl = call.putMedia(`watermarks/${channels.keyOf(channel)}`, media);
    channels.put(withValue(channel, path, { ...sent, imageUrl }));
    return { kind: 'empty' };
  },
});

/** Removes the watermark of a channel of the caller, if there is one. */
export const unsetWatermark: Capability = defineCapability({
  errors,
  run(call) {
    const channel = ownChannel(call);
    call.deleteMedia(`watermarks/${call.table('channels').keyOf(channel)}`);
    call.table('channels').put(withoutValue(channel, path));
    return { kind: 'empty' };
  },
});

/** Returns the channel in the request, or else the caller's. */
function ownChannel(call: CapabilityCall): Row {
  const caller = call.requireCaller();
  const named = call.input('channelId');
  const channel = call.table('channels').require(named === undefined ? caller.ownId : String(named));
  call.table('channels').requireOwner(channel);
  return channel;
}
