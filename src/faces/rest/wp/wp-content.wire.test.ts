/**
 * Sends the recorded exchanges about categories and tags of posts to our shop in order, and compares complete
 * responses. Differences are named below.
 */
import { sql } from 'drizzle-orm'
import { loginOf, programCalls, signUpRecordedPeople } from '../../../../test/support/recorded-people.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { deviation, type RecordedCall, replayFiles } from '../../../../test/wire/recorded-suite.ts'
import { createApp } from '../../../app.ts'
import { entries } from '../../../things/entries/entries.table.ts'
import { entryTerms, terms } from '../../../things/entries/terms.table.ts'

const opened = await openShop({ template: { name: 'empty', prepare: async () => {} } })
const { db } = opened
const shop = { ...opened.shop, url: 'https://shop.test', publicUrl: 'https://shop.test' }
const app = createApp(shop)
const call = programCalls(app, await signUpRecordedPeople(shop))
await db.insert(terms).values([{ id: 1, taxonomy: 'category', slug: 'uncategorized', name: 'Uncategorized' }])
await db.insert(entries).values([
  {
    id: 1,
    kind: 'post',
    slug: 'hello-world',
    title: 'Hello world!',
    content: '',
    excerpt: '',
    status: 'publish',
    publishedAt: shop.now(),
  },
])
await db.insert(entryTerms).values([{ entryId: 1, termId: 1 }])

/** What our shop refuses, sent in a way that it takes, so that the following exchanges find the same terms. */
const sentInstead: Readonly<Record<string, object>> = { 'create a child': { name: 'Gongfu' } }
const byOwner = new Set(['create by a contributor', 'create by an author'])

async function send(exchange: RecordedCall, file: string): Promise<Response> {
  const { auth, name, request, response } = exchange
  const made = response.body as { id?: number } | null
  if (response.status === 201)
    await db.execute(sql`select setval(pg_get_serial_sequence('terms', 'id'), ${made?.id ?? 1}, false)`)
  const answer = await call(exchange, loginOf(auth), request.body)
  const instead = sentInstead[name] ?? (byOwner.has(name) && file === 'wp-v2-tags' ? request.body : undefined)
  if (instead) await call(exchange, 'owner', instead)
  return answer
}

const serverErrors = deviation('refused-with-400', /^status$|^body/)
const brief = deviation('taken-names-once', /additional_data$|message$/)
const staff = deviation('terms-by-editors', /^/)
const flat = deviation('post-categories-flat', /^/)
const gone = deviation('links-of-what-is-gone', /previous\._links$/)
const sorting = deviation('terms-sorted-here', /orderby$|orderby\.message$/)

replayFiles(['wp-v2-categories', 'wp-v2-tags'], {
  send,
  always: [
    deviation('errors-name-no-methods', /^header allow$/),
    deviation('refusals-not-cached', /^header (cache-control|expires|vary)$/),
    deviation('fewer-links', /_links\.(about|wp:|curies|up)|targetHints$/),
  ],
  ofFile: {},
  byName: {
    'wp-v2-categories': {
      'create a child': [flat],
      'delete the default category': [flat],
      delete: [gone],
      'create, name empty': [serverErrors],
      'create, name taken': [brief],
      'update, name empty': [serverErrors],
      'update, slug taken': [serverErrors],
      'list: orderby=menu_order': [sorting],
    },
    'wp-v2-tags': {
      delete: [gone],
      'create, name empty': [serverErrors],
      'create, name taken': [brief],
      'create by a contributor': [staff],
      'create by an author': [staff],
      'update, name empty': [serverErrors],
      'update, slug taken': [serverErrors],
      'list: orderby=menu_order': [sorting],
    },
  },
})
