import { eq, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { beforeEach } from 'vitest'
import { createProof } from '../../../test/support/proofs.ts'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { Settings } from '../../settings.ts'
import { products } from '../../shop/catalog/catalog.table.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { comments } from './comments.table.ts'

export const tea = referenceIds.simple
export const json = { accept: 'application/json' }

const reviews = { ratingRequired: 'yes', moderation: 'first', verifiedOwnersOnly: false } as const

/** A shop that holds the first review of each writer, unless told otherwise. */
export const openReviewedShop = (other: Partial<Settings['reviews']> = {}) =>
  openShop({ settings: { reviews: { ...reviews, ...other } } })

/** Publishes the post “On water”; returns its id. */
export async function insertPost(db: Db): Promise<number> {
  const [post] = await db
    .insert(entries)
    .values({ kind: 'post', slug: 'on-water', title: 'On water', content: '<p>Soft.</p>' })
    .returning()
  return post?.id ?? 0
}

export type Fields = Readonly<Record<string, string>>
type Visit = { readonly to?: Pick<Hono, 'request'>; readonly headers?: Fields; readonly address?: string }

/** A shop that gets reviews and comments, each from a new visitor; before each test without those of the last. */
export async function openTestComments() {
  const { app, shop, db, enqueuedJobs } = await openReviewedShop()
  const customer = await createSignedInUser(shop, 'customer', 'Cora Customer')
  const editor = await createSignedInUser(shop, 'editor', 'Edith Editor')

  let visitors = 0
  /** Posts as a browser does, from a new IP address each time unless one is given. */
  const send = async (fields: Fields, { to = app, headers = {}, address }: Visit = {}): Promise<Response> => {
    visitors += 1
    return to.request('/wp-comments-post.php', {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { 'x-forwarded-for': address ?? `203.0.${visitors >> 8}.${visitors & 255}`, ...headers },
    })
  }
  const newReview = (changes: Fields = {}): Fields => ({
    comment_post_ID: String(tea),
    comment_parent: '0',
    rating: '4',
    comment: `Sweet to the third cup, number ${(visitors += 1)}.`,
    author: 'Ada Leaf',
    email: `ada${visitors}@shop.test`,
    ...changes,
  })
  const withProof = async (fields: Fields, of: Parameters<typeof createProof>[0] = shop): Promise<Fields> => ({
    ...fields,
    proof: await createProof(of),
  })
  const last = async (of = db) => (await of.select().from(comments).orderBy(sql`id desc`).limit(1))[0]
  const ratingOf = async (id: number, of = db) => {
    const [row] = await of.select().from(products).where(eq(products.id, id))
    return { hundredths: row?.ratingHundredths, count: row?.reviewCount }
  }

  beforeEach(async () => {
    await db.delete(comments).where(sql`id > 24`)
    await db.delete(emails)
    enqueuedJobs.length = 0
  })

  return { app, shop, db, enqueuedJobs, customer, editor, send, newReview, withProof, last, ratingOf }
}
