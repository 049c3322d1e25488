/**
 * Sends the recorded exchanges about reviews of products to our shop in order, and compares complete responses.
 * Differences are named below.
 */
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser, recordedCallers } from '../../../../test/support/users.ts'
import { deviation, type RecordedCall, replayFiles } from '../../../../test/wire/recorded-suite.ts'
import { createApp } from '../../../app.ts'
import { defaultSettings } from '../../../settings.ts'

let clock = new Date('2026-11-24T01:32:11Z')
const { db, shop } = await openShop({
  template: { name: 'empty', prepare: async () => {} },
  now: () => clock,
  settings: { reviews: { ...defaultSettings.reviews, ratingRequired: 'no' } },
})
/** Keys are accepted only over https. */
const app = createApp({ ...shop, url: 'https://shop.test', publicUrl: 'https://shop.test' })
const owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
const callers = await recordedCallers(shop, { owner: owner.id })

const nextId = (table: 'entries' | 'comments', id: number) =>
  db.execute(sql.raw(`select setval(pg_get_serial_sequence('${table}', 'id'), ${id}, false)`))

const sendAs = (auth: string, path: string, method: string, body: unknown) =>
  app.request(path, {
    method,
    headers: { ...callers[auth], ...(body === null ? {} : { 'content-type': 'application/json' }) },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  })

for (const [id, name, slug] of [
  [17, 'Assam Reference 2', 'assam-reference'],
  [56, 'Sencha Reference', 'sencha-reference'],
] as const) {
  await nextId('entries', id)
  const product = { name, slug, type: 'simple', status: 'publish', regular_price: '9.00' }
  const made = await sendAs('consumer key, read_write', '/wp-json/wc/v3/products', 'POST', product)
  expect(await made.json()).toMatchObject({ id, slug })
}

/** What our shop refuses, sent in a way that it takes, so that the following exchanges find the same reviews. */
const sentInstead: Readonly<Record<string, object>> = {
  'create, rating 6': { product_id: 17, review: 'six', reviewer: 'G', reviewer_email: 'g@shop.test', rating: 5 },
  'create, email invalid': { product_id: 17, review: 'eight', reviewer: 'G', reviewer_email: 'g@shop.test' },
}

type Made = { id?: number; date_created_gmt?: string }

async function send({ auth = '', name, request, response }: RecordedCall): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const body = response.body as Made & { create?: readonly Made[] }
  const id = body.id ?? body.create?.[0]?.id
  const isNew = request.method === 'POST' && id !== undefined
  if (isNew) await nextId('comments', id)
  const createdAt = body.date_created_gmt ?? body.create?.[0]?.date_created_gmt
  if (isNew && createdAt) clock = new Date(`${createdAt}Z`)
  if (name === 'create, email invalid') clock = new Date(`${String(createdAt)}Z`)
  const answer = await sendAs(auth, pathname + search, request.method, request.body)
  const instead = sentInstead[name]
  if (instead && answer.status !== 201) expect((await sendAs(auth, pathname, 'POST', instead)).status).toBe(201)
  return answer
}

const asText = deviation('comments-are-text', /review$/)
const gone = deviation('links-of-what-is-gone', /previous\._links$/)
const waiting = deviation('restored-waits', /^body\.status$/)

replayFiles(['wc-v3-product-reviews'], {
  send,
  always: [
    deviation('errors-name-no-methods', /^header allow$/),
    deviation('refusals-not-cached', /^header (cache-control|expires|vary)$/),
  ],
  ofFile: {
    'wc-v3-product-reviews': [
      deviation('avatar-without-hash', /avatar_urls\.\d+$/),
      // Those sent instead of the refused ones.
      deviation('errors-by-field', /^body\[\d\]\.reviewer_email$/),
      deviation('stars-or-refused', /^body\[\d\]\.rating$/),
    ],
  },
  byName: {
    'wc-v3-product-reviews': {
      create: [asText],
      'create, rating 6': [deviation('stars-or-refused', /^status$|^body/)],
      'create, email invalid': [deviation('errors-by-field', /^status$|^body/)],
      'list: status=nope': [deviation('users-filters-refused', /^status$|^header|^body/)],
      'list: reviewer_email=ada@shop.test': [asText],
      'list: product=17': [asText],
      'list: include=2': [asText],
      one: [asText],
      'update, unspam': [waiting],
      'update, untrash': [waiting],
      'update, product moved': [waiting],
      'the product afterwards': [deviation('stars-or-refused', /rating(_count)?$/)],
      batch: [deviation('batch-is-checked', /create\[1\]\.error/), gone, deviation('restored-waits', /status$/)],
      'delete with force': [gone],
    },
  },
})
