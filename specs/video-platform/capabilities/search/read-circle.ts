import { valueAt, type Row } from '@speccast/emulator/capabilities';

/** A place, in degrees. */
interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** A circle on the Earth: its center, and its radius in meters. */
export interface Circle {
  readonly center: Place;
  readonly radius: number;
}

const metersPer: Readonly<Record<string, number>> = { m: 1, km: 1000, ft: 0.3048, mi: 1609.344 };

const longestRadius = 1_000_000;

/** Mean radius of the Earth in meters. */
const earthRadius = 6_371_008.8;

/** Reads `37.42,-122.08` and `1500m`, `5km`, `10000ft` or `0.75mi`; undefined if one of them is malformed or out of range. */
export function readCircle(location: string, locationRadius: string): Circle | undefined {
  const [, north, east] = /^\s*([-+]?\d+(?:\.\d+)?)\s*,\s*([-+]?\d+(?:\.\d+)?)\s*$/.exec(location) ?? [];
  const [, size, unit = ''] = /^\s*(\d*\.?\d+)\s*(m|km|ft|mi)\s*$/.exec(locationRadius) ?? [];
  const center = { latitude: Number(north), longitude: Number(east) };
  const radius = Number(size) * (metersPer[unit] ?? NaN);
  const isPlace = Math.abs(center.latitude) <= 90 && Math.abs(center.longitude) <= 180;
  return isPlace && radius <= longestRadius ? { center, radius } : undefined;
}

/** Returns whether a video was recorded within a circle on the surface of the Earth. */
export function isWithin(video: Row, { center, radius }: Circle): boolean {
  const at = (name: string): number => Number(valueAt(video, `recordingDetails.location.${name}`) ?? NaN);
  return measureDistance({ latitude: at('latitude'), longitude: at('longitude') }, center) <= radius;
}

/** Returns the distance of two places in meters, by the haversine formula. */
function measureDistance(one: Place, other: Place): number {
  const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;
  const half = (from: number, to: number): number => Math.sin(toRadians(to - from) / 2) ** 2;
  const scale = Math.cos(toRadians(one.latitude)) * Math.cos(toRadians(other.latitude));
  const chord = half(one.latitude, other.latitude) + scale * half(one.longitude, other.longitude);
  return 2 * earthRadius * Math.asin(Math.sqrt(Math.min(1, chord)));
}
