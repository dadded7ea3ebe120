import type { Api, Model } from '../api/api.js';
import type { Schema } from '../api/schemas/schema.js';
import { schemasById } from '../api/schemas/target-schema.js';
import type { ChangeDirection } from './change.js';
import type { Locate } from './locate.js';
import type { Both, Finding } from './finding.js';

/** One of the two descriptions, made ready for looking things up. */
export interface Side {
  readonly api: Api;
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly models: ReadonlyMap<string, Model>;
  readonly modelNames: ReadonlySet<string>;
  /** Finds places that the description does not carry. */
  readonly locate: Locate;
}

/** Makes a description ready. */
export function openSide(api: Api, locate: Locate = () => undefined): Side {
  return {
    api,
    schemas: schemasById(api),
    models: new Map(api.models.map((model) => [model.id, model])),
    modelNames: new Set(api.models.map(({ name }) => name)),
    locate,
  };
}

/** Exported name of the schema with an id. */
export function nameOf({ models }: Side, id: string): string {
  return models.get(id)?.name ?? id;
}

/** Two schemas to compare, and how they are called. */
export interface SchemaBoth extends Both<Schema> {
  readonly subject: string;
}

/** One comparison of two schemas: which way their values travel, where findings go, and what to compare besides. */
export interface SchemaWalk {
  readonly sides: Both<Side>;
  readonly direction: ChangeDirection;
  readonly report: (finding: Finding) => void;
  /** Has two schemas compared on their own: at least one of them stands behind a reference. */
  readonly follow: (pair: SchemaBoth) => void;
}

/** Compares two schemas inside others. */
export type DiffInner = (walk: SchemaWalk, pair: SchemaBoth) => void;
