import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { openTwoRows } from './durable-inserts.ts';

/** The smallest server that stores claims durably: two rows for each request, and each request a commit of its own. */
const add = openTwoRows(`${process.env.DATA_DIR}/bare.sqlite`);

const app = new Hono().post('/functions/v1/send-form-email', async (c) =>
  c.json({ reference: add(JSON.stringify(await c.req.json())) }),
);
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' }, () => process.stdout.write('Site:\n'));

// The channel closes with the process that measures.
process.on('disconnect', () => process.exit());
