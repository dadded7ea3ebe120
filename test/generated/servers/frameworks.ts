import { serve } from '@hono/node-server';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { createRequire } from 'node:module';
import type { AddressInfo, Server } from 'node:net';
import {
  mountExpress,
  mountFastify,
  mountHono,
  type ServerOptions,
} from '../../cases/positive-server-types/expected/src/server-types/index.js';
import { openShop, type Shop } from './bookshop.js';

/** A bookshop that is served by a framework. */
export interface ServedShop extends Pick<Shop, 'seen' | 'errors'> {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  /** Routes that middleware of the framework recorded. */
  readonly routes: string[];
  readonly close: () => Promise<void>;
}

type Start = (options?: ServerOptions) => Promise<ServedShop>;

const base = '/v1';

// `as`: the types of Express 5 fit for the functions that are used here.
const require = createRequire(import.meta.url);
const express4 = require('express-4') as typeof express;

/** Functions that start a server of the bookshop, by framework. */
export const frameworks: Readonly<Record<string, Start>> = {
  'web standards': async (options) => {
    const { handler, ...shop } = openShop(options);
    const fetch: ServedShop['fetch'] = (input, init) => handler.fetch(new Request(input, init), undefined);
    return { ...shop, routes: [], baseUrl: `http://shop.example${base}`, fetch, close: async () => {} };
  },
  'Hono in memory': async (options) => {
    const { app, ...shop } = honoApp(options);
    const fetch: ServedShop['fetch'] = async (input, init) => app.fetch(new Request(input, init));
    return { ...shop, baseUrl: `http://shop.example${base}`, fetch, close: async () => {} };
  },
  'Hono over HTTP': async (options) => {
    const { app, ...shop } = honoApp(options);
    const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
      const started = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(started));
    });
    return { ...shop, ...overHttp(server) };
  },
  Fastify: async (options) => {
    const app = fastify();
    const routes: string[] = [];
    app.addHook('onRequest', async (request) => void routes.push(request.routeOptions.url ?? ''));
    const { handler, ...shop } = openShop(options);
    mountFastify(app, handler);
    await app.listen({ port: 0, host: '127.0.0.1' });
    return { ...shop, ...overHttp(app.server), routes, close: () => app.close() };
  },
  'Express 5': (options) => startExpress(express(), options),
  'Express 4': (options) => startExpress(express4(), options),
  'Express with its own JSON parser': (options) => startExpress(express().use(express.json()), options),
};

function honoApp(
  options: ServerOptions | undefined,
): Omit<ServedShop, 'baseUrl' | 'fetch' | 'close'> & { readonly app: Hono } {
  const app = new Hono();
  const routes: string[] = [];
  app.use(async (context, next) => {
    await next();
    routes.push(context.req.routePath);
  });
  const { handler, ...shop } = openShop(options);
  mountHono(app, handler);
  return { app, routes, ...shop };
}

async function startExpress(app: ReturnType<typeof express>, options: ServerOptions | undefined): Promise<ServedShop> {
  const routes: string[] = [];
  const { handler, ...shop } = openShop(options);
  app.use((req, res, next) => {
    res.on('finish', () => routes.push(String(req.route?.path)));
    next();
  });
  mountExpress(app, handler);
  const server = await new Promise<Server>((resolve) => {
    const started = app.listen(0, '127.0.0.1', () => resolve(started));
  });
  return { ...shop, ...overHttp(server), routes };
}

function overHttp(server: Pick<Server, 'address' | 'close'>): Pick<ServedShop, 'baseUrl' | 'fetch' | 'close'> {
  // `as`: a server that listens on a port has no other kind of address.
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> => new Promise((resolve) => void server.close(() => resolve()));
  return { baseUrl: `http://127.0.0.1:${port}${base}`, fetch, close };
}
