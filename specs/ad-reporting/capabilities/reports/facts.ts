import { currencyRates, type Dimension, type ReportKind } from './catalogue.js';
import { printDay, startOfWeek, type Day } from './dates.js';

/** The members of an app that reports need. */
export interface ReportApp {
  readonly appId: string;
  readonly displayName: string;
  /** `ANDROID` or `IOS`. */
  readonly platform: string;
}

/** The members of an ad unit that reports need. */
export interface ReportAdUnit {
  readonly adUnitId: string;
  readonly appId: string;
  readonly displayName: string;
  /** `BANNER`, `REWARDED` or another format. */
  readonly adFormat: string;
  readonly adTypes: readonly string[];
}

/** An account with its apps and ad units. */
export interface ReportAccount {
  readonly name: string;
  readonly currencyCode: string;
  readonly reportingTimeZone: string;
  readonly apps: readonly ReportApp[];
  readonly adUnits: readonly ReportAdUnit[];
}

/** Numbers that can be summed over facts; money is in millionths of the requested currency. */
export interface Totals {
  readonly requests: number;
  readonly matched: number;
  readonly impressions: number;
  readonly clicks: number;
  readonly micros: number;
}

/** The value of a dimension, and its name for people. */
export interface Label {
  readonly value: string;
  readonly displayLabel?: string;
}

/** The numbers of one day, one ad unit, one country and one ad source. */
export interface Fact {
  readonly day: Day;
  readonly labels: Readonly<Record<Exclude<Dimension, 'DATE' | 'MONTH' | 'WEEK'>, Label>>;
  readonly totals: Totals;
}

/** The selection of facts. */
export interface FactQuery {
  readonly account: ReportAccount;
  readonly kind: ReportKind;
  readonly from: Day;
  readonly to: Day;
  readonly currency: string;
  /** Seed of the facts, which depend only on it and on the account. */
  readonly seed: string;
}

interface AdSource {
  readonly id: string;
  readonly name: string;
}

/** The only source of the facts in network reports. */
const ownNetwork: AdSource = { id: '5450213213286189855', name: 'AdMob Network' };
const otherSources: readonly AdSource[] = [
  { id: '1063618907739174004', name: 'Bright Exchange' },
  { id: '3525379893916449117', name: 'Copper Ads' },
  { id: '8450873672465271579', name: 'Delta Demand' },
];
const countries = ['US', 'GB', 'DE', 'FR', 'BR', 'JP'];

interface Platform {
  /** The platform as reports write it. */
  readonly name: string;
  readonly versions: readonly string[];
}

/** Platforms by the value of `platform` of an app. */
const platforms: Readonly<Record<string, Platform>> = {
  ANDROID: { name: 'Android', versions: ['13', '14', '15'] },
  IOS: { name: 'iOS', versions: ['17.6.1', '18.5'] },
};

/** Types of ads as reports write them, by the format of the ad unit. */
const adTypes: Readonly<Record<string, readonly string[]>> = { RICH_MEDIA: ['text', 'image'], VIDEO: ['video'] };
const sdkVersions = ['22.6.0', '23.2.0', '23.5.0'];
const appVersions = ['2.0.1', '2.1.0', '3.0.0'];
const restrictions = ['No restriction', 'No restriction', 'Non-personalized ads'];

/** The first day that has data: 2023-01-01. */
export const firstDay: Day = 19_358;

/** The last day that can have data: ten years later. */
export const lastDay: Day = firstDay + 3652;

/** Lists every fact of the selected days in a fixed order. The same query always has the same facts. */
export function* listFacts(query: FactQuery): Generator<Fact> {
  const sources = query.kind === 'network' ? [ownNetwork] : [ownNetwork, ...otherSources];
  const units = listUnits(query.account);
  const perDay = units.flatMap((unit) =>
    countries.flatMap((country) => sources.map((source) => ({ ...unit, country, source }))),
  );
  for (let day = Math.max(query.from, firstDay); day <= Math.min(query.to, lastDay); day += 1) {
    for (const cell of perDay) {
      const fact = makeFact(query, day, cell);
      if (fact !== undefined) yield fact;
    }
  }
}

interface Unit {
  readonly unit: ReportAdUnit;
  readonly app: ReportApp;
}

interface Cell extends Unit {
  readonly country: string;
  readonly source: AdSource;
}

function listUnits(account: ReportAccount): readonly Unit[] {
  return account.adUnits.flatMap((unit) => {
    const app = account.apps.find((one) => one.appId === unit.appId);
    return app === undefined ? [] : [{ unit, app }];
  });
}

function makeFact(query: FactQuery, day: Day, cell: Cell): Fact | undefined {
  const next = numbersFrom(
    `${query.seed}/${query.account.name}/${cell.unit.adUnitId}/${cell.country}/${cell.source.id}/${day}`,
  );
  if (next() % 12 === 0) return undefined;
  return { day, labels: makeLabels(cell, next), totals: makeTotals(next, weekend(day), query) };
}

function weekend(day: Day): number {
  const sinceSunday = day - startOfWeek(day);
  return sinceSunday === 0 || sinceSunday === 6 ? 1.4 : 1;
}

function makeTotals(next: () => number, scale: number, { account, currency }: FactQuery): Totals {
  const requests = Math.round((200 + (next() % 1800)) * scale);
  const matched = share(requests, 55 + (next() % 40));
  const impressions = share(matched, 60 + (next() % 35));
  const clicks = share(impressions, next() % 6);
  const dollars = impressions * (800 + (next() % 5200));
  const own = Math.round(dollars * (currencyRates[account.currencyCode] ?? 1));
  const factor = (currencyRates[currency] ?? 1) / (currencyRates[account.currencyCode] ?? 1);
  return {
    requests,
    matched,
    impressions,
    clicks,
    micros: currency === account.currencyCode ? own : Math.round(own * factor),
  };
}

function share(of: number, percent: number): number {
  return Math.floor((of * percent) / 100);
}

/** Returns the values of a fact as the public service writes them: `Android`, `iOS 18.5`, `banner`, `ca-app-pub-1:mg:2`. */
function makeLabels({ unit, app, country, source }: Cell, next: () => number): Fact['labels'] {
  const { name, versions } = platforms[app.platform] ?? { name: app.platform, versions: ['1'] };
  const [publisher = '', fragment = ''] = app.appId.split('~');
  const format = unit.adFormat.toLowerCase();
  const types = unit.adTypes.flatMap((type) => adTypes[type] ?? [type.toLowerCase()]);
  return {
    AD_UNIT: { value: unit.adUnitId, displayLabel: unit.displayName },
    APP: { value: app.appId, displayLabel: app.displayName },
    COUNTRY: { value: country },
    FORMAT: { value: format },
    PLATFORM: { value: name },
    MOBILE_OS_VERSION: { value: `${name} ${pick(versions, next)}` },
    GMA_SDK_VERSION: { value: `${name} ${pick(sdkVersions, next)}` },
    APP_VERSION_NAME: { value: pick(appVersions, next) },
    SERVING_RESTRICTION: { value: pick(restrictions, next) },
    AD_TYPE: { value: pick(types, next) },
    AD_SOURCE: { value: source.id, displayLabel: source.name },
    AD_SOURCE_INSTANCE: {
      value: `${publisher}:asi:${numbersFrom(`${source.id} ${format}`)()}`,
      displayLabel: `${source.name} (${format})`,
    },
    MEDIATION_GROUP: { value: `${publisher}:mg:${fragment}`, displayLabel: `${app.displayName} group` },
  };
}

function pick(values: readonly string[], next: () => number): string {
  return values[next() % values.length] ?? 'UNKNOWN';
}

/** Returns the value of a dimension in a fact. */
export function readLabel(fact: Fact, dimension: Dimension): Label {
  if (dimension === 'DATE') return { value: printDay(fact.day) };
  if (dimension === 'MONTH') return { value: printDay(fact.day).slice(0, 6) };
  if (dimension === 'WEEK') return { value: printDay(startOfWeek(fact.day)) };
  return fact.labels[dimension];
}

/** Returns a generator of whole numbers from 0 to 2^32 - 1 that depend only on a text. */
function numbersFrom(text: string): () => number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
}
