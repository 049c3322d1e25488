/** Ratings are correct after any sequence of review changes, including concurrent ones (REV-05). */

import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { PageCache } from '../../platform/web/page-cache.ts'
import { listenForPageTags } from '../../platform/web/page-tags.ts'
import { products } from '../../shop/catalog/catalog.table.ts'
import { countRatings } from '../../shop/reviews/load-reviews.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { lockAuthor } from './comments.store.ts'
import { type CommentStatus, comments } from './comments.table.ts'
import {
  addReview,
  deleteComments,
  editComment,
  lockEntries,
  replyAsShop,
  setCommentStatus,
} from './moderate-comments.ts'
import { readThreads } from './threads.store.ts'

const { shop, db, pool, databaseUrl } = await openShop()
const editor = await createSignedInUser(shop, 'editor', 'Edith Editor')
const author = { id: editor.id, email: editor.email, name: 'Edith Editor', role: 'editor' } as const

/** Product 112, which has no reviews. */
const bare = 242
const other = referenceIds.threeLeft
const statuses = ['approved', 'pending', 'spam', 'trash'] as const

let written = 0
const add = async (rating: number | null, status: CommentStatus = 'approved', productId: number = bare) => {
  written += 1
  const made = await addReview(shop, {
    entryId: productId,
    authorName: `Writer ${written}`,
    authorEmail: `writer${written}@shop.test`,
    content: `Review number ${written}.`,
    rating,
    status,
    isVerified: false,
    createdAt: shop.now(),
  })
  if (!made || made === 'duplicate') throw new Error('There is no such product')
  return made.id
}

test('a review by a program and a form sent by the same writer at the same moment wait for each other', async () => {
  let added: ReturnType<typeof addReview> | undefined
  // The locks of a form, in its order (`postComment`).
  await db.transaction(async (tx) => {
    await lockAuthor(tx, bare, 'both@shop.test')
    const review = { entryId: bare, authorName: 'Both', authorEmail: 'both@shop.test', content: 'Twice.', rating: 4 }
    added = addReview(shop, { ...review, status: 'pending', createdAt: shop.now() })
    // Long enough for the review to take its locks.
    await expect
      .poll(async () => {
        const { rows } = await pool.query(`select from pg_locks where locktype = 'advisory' and not granted`)
        return rows.length
      })
      .toBe(1)
    await lockEntries(tx, shop, [bare])
  })
  const made = await added
  if (!made || made === 'duplicate') throw new Error('The review is missing')
  await deleteComments(shop, [made.id])
})

const ratingOf = async (id: number) => {
  const [row] = await db.select().from(products).where(eq(products.id, id))
  return { hundredths: row?.ratingHundredths, count: row?.reviewCount }
}

/** Expected rating, computed from the reviews. */
const meanOf = (ratings: readonly number[]) => ({
  hundredths: ratings.length === 0 ? 0 : Math.round((ratings.reduce((a, b) => a + b, 0) * 100) / ratings.length),
  count: ratings.length,
})

type Model = { id: number; rating: number | null; status: CommentStatus }

const step = fc.oneof(
  fc.record({
    do: fc.constant('add' as const),
    rating: fc.integer({ min: 1, max: 5 }),
    to: fc.constantFrom(...statuses),
  }),
  fc.record({
    do: fc.constant('move' as const),
    which: fc.array(fc.nat(9), { minLength: 1, maxLength: 4 }),
    to: fc.constantFrom(...statuses),
  }),
  fc.record({ do: fc.constant('edit' as const), which: fc.nat(9), rating: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ do: fc.constant('unrate' as const), which: fc.nat(9) }),
  fc.record({ do: fc.constant('delete' as const), which: fc.nat(9) }),
  fc.record({ do: fc.constant('reply' as const), which: fc.nat(9) }),
)

describe('reviews beside a save or removal of their product', () => {
  /** Locks the product as its save does, and locks its entry and comments once `review` waits for a lock. */
  async function besideSave<Done>(review: () => Promise<Done>): Promise<Done> {
    const save = await pool.connect()
    try {
      await save.query('begin')
      await save.query('select from products where id = $1 for no key update', [bare])
      const done = review()
      await expect
        .poll(async () => (await pool.query("select from pg_stat_activity where wait_event_type = 'Lock'")).rowCount)
        .toBe(1)
      await save.query('select from entries where id = $1 for update', [bare])
      await save.query('select from comments where entry_id = $1 for update', [bare])
      await save.query('commit')
      return await done
    } finally {
      save.release()
    }
  }

  test('[REV-05] none of them ends in a deadlock', async () => {
    const id = await besideSave(() => add(4))
    await besideSave(() => setCommentStatus(shop, [id], 'pending'))
    await besideSave(() => replyAsShop(shop, id, author, 'Thank you.'))
    await besideSave(() => editComment(shop, id, { rating: 5 }))
    expect(await ratingOf(bare)).toEqual(meanOf([5]))
    expect(await besideSave(() => deleteComments(shop, [id]))).toHaveLength(1)
    expect(await ratingOf(bare)).toEqual(meanOf([]))
    const moved = await add(3, 'approved', other)
    await besideSave(() => editComment(shop, moved, { entryId: bare }))
    expect(await ratingOf(bare)).toEqual(meanOf([3]))
    await deleteComments(shop, [moved])
  })
})

test('[REV-05 figures] mean, count and histogram are right after every step, whatever the order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await deleteComments(
        shop,
        (await db.select().from(comments).where(eq(comments.entryId, bare))).map(({ id }) => id),
      )
      let model: Model[] = []
      const at = (which: number) => model[which % Math.max(1, model.length)]
      for (const one of steps) {
        if (one.do === 'add') model.push({ id: await add(one.rating, one.to), rating: one.rating, status: one.to })
        if (one.do === 'move') {
          const moved = one.which.flatMap((which) => at(which) ?? [])
          await setCommentStatus(
            shop,
            moved.map(({ id }) => id),
            one.to,
          )
          for (const item of moved) item.status = one.to
        }
        const item = 'which' in one && typeof one.which === 'number' ? at(one.which) : undefined
        if (item && one.do === 'edit') {
          await editComment(shop, item.id, { rating: one.rating, text: 'Changed my mind.' })
          item.rating = one.rating
        }
        if (item && one.do === 'unrate') {
          await editComment(shop, item.id, { rating: null })
          item.rating = null
        }
        if (item && one.do === 'delete') {
          await deleteComments(shop, [item.id])
          model = model.filter((other) => other !== item)
        }
        if (item && one.do === 'reply') {
          await replyAsShop(shop, item.id, author, 'Thank you.')
          item.status = 'approved'
        }
        const shown = model.filter(({ status }) => status === 'approved')
        const ratings = shown.flatMap(({ rating }) => rating ?? [])
        expect(await ratingOf(bare)).toEqual(meanOf(ratings))
        const { counts } = await countRatings(db, bare)
        const reviews = await readThreads(db, bare, { page: 1, size: 100, order: 'newest' })
        expect(counts).toEqual([1, 2, 3, 4, 5].map((stars) => ratings.filter((rating) => rating === stars).length))
        expect(reviews.map(({ id }) => id).toSorted()).toEqual(shown.map(({ id }) => id).toSorted())
      }
    }),
    { numRuns: 12 },
  )
}, 60_000)

describe('concurrency', () => {
  test('[REV-05] two who approve the same review count it once', async () => {
    const id = await add(5, 'pending', other)
    const before = await ratingOf(other)
    const moves = await Promise.all([1, 2, 3].map(() => setCommentStatus(shop, [id], 'approved')))
    expect(moves.flat()).toEqual([{ id, from: 'pending', to: 'approved' }])
    expect(await ratingOf(other)).toEqual({ hundredths: Math.round((before.hundredths! * 3 + 500) / 4), count: 4 })
    await deleteComments(shop, [id])
    expect(await ratingOf(other)).toEqual(before)
  })

  test('[REV-05] many different ones approved at once are all in the mean', async () => {
    const ids = await Promise.all([1, 2, 3, 4, 5, 1, 2, 3].map((rating) => add(rating, 'pending', other)))
    const before = await ratingOf(other)
    await Promise.all(
      ids.map((id, index) =>
        index % 2 === 0
          ? setCommentStatus(shop, [id], 'approved')
          : setCommentStatus(shop, ids.slice(index - 1, index + 1), 'approved'),
      ),
    )
    const after = await ratingOf(other)
    expect(after).toEqual({ hundredths: Math.round((before.hundredths! * 3 + 2100) / 11), count: 11 })
    await Promise.all([deleteComments(shop, ids), setCommentStatus(shop, ids, 'spam')])
    expect(await ratingOf(other)).toEqual(before)
  })
})

describe('replies', () => {
  test('[REV-05] the answers to what is deleted move up; what is hidden hides its answers', async () => {
    const id = await add(4)
    const first = await replyAsShop(shop, id, author, 'Thank you.')
    const second = first.ok ? await replyAsShop(shop, first.reply.id, author, 'And once more.') : first
    if (!first.ok || !second.ok) throw new Error('not answered')
    const read = async () =>
      (await readThreads(db, bare, { page: 1, size: 100, order: 'newest' })).find((one) => one.id === id)
    expect((await read())?.replies[0]).toMatchObject({
      isStaff: true,
      rating: null,
      replies: [{ text: 'And once more.' }],
    })
    await deleteComments(shop, [first.reply.id])
    expect((await read())?.replies.map(({ text }) => text)).toEqual(['And once more.'])
    await setCommentStatus(shop, [id], 'trash')
    expect(await read()).toBeUndefined()
    await setCommentStatus(shop, [id], 'approved')
    expect((await read())?.replies).toHaveLength(1)
    await deleteComments(shop, [id])
    expect(await db.select().from(comments).where(eq(comments.id, second.reply.id))).toEqual([])
  })

  test('[BLOG-05] answers to a deleted comment on a post stay, and begin a thread of their own', async () => {
    const [post] = await db.insert(entries).values({ kind: 'post', slug: 'kept', title: 'Kept' }).returning()
    const [first] = await db
      .insert(comments)
      .values({
        entryId: post?.id ?? 0,
        authorName: 'A',
        authorEmail: 'a@shop.test',
        content: 'First.',
        status: 'approved',
      })
      .returning()
    const reply = await replyAsShop(shop, first?.id ?? 0, author, 'An answer.')
    if (!reply.ok) throw new Error('not answered')
    await deleteComments(shop, [first?.id ?? 0])
    const [kept] = await db.select().from(comments).where(eq(comments.id, reply.reply.id))
    expect(kept).toMatchObject({ parentId: null, content: 'An answer.' })
  })

  test('[REV-05] replying to a pending comment approves it', async () => {
    const id = await add(2, 'pending')
    const before = (await ratingOf(bare)).count ?? 0
    expect(await replyAsShop(shop, id, author, 'We have looked into it.')).toMatchObject({ ok: true, approved: true })
    expect((await ratingOf(bare)).count).toBe(before + 1)
    expect(await replyAsShop(shop, 999_999, author, 'Hello?')).toEqual({ ok: false, problem: 'no-such-comment' })
  })
})

describe('pages', () => {
  const pages = new PageCache()

  test('[REV-05] those that show it are dropped when it changes, and not when nobody sees a difference', async () => {
    const heard: string[][] = []
    const listener = await listenForPageTags({ url: databaseUrl, db }, [pages], {
      onTags: async (tags) => void heard.push([...tags].toSorted()),
      onError: (error) => expect(error).toBeUndefined(),
    })
    onTestFinished(() => listener.end())
    const next = async (change: () => Promise<unknown>) => {
      heard.length = 0
      await change()
      await listener.changesSeen()
      return heard.flat()
    }
    const id = await add(3, 'pending')
    const tags = ['comments', 'entry:242', 'listing', 'product:242']
    expect(await next(() => setCommentStatus(shop, [id], 'approved'))).toEqual(tags)
    expect(await next(() => editComment(shop, id, { rating: 1 }))).toEqual(tags)
    expect(await next(() => editComment(shop, id, { text: 'Other words.' }))).toEqual([
      'comments',
      'entry:242',
      'product:242',
    ])
    expect(await next(() => setCommentStatus(shop, [id], 'spam'))).toEqual(tags)
    expect(await next(() => setCommentStatus(shop, [id], 'trash'))).toEqual([])
    expect(await next(() => editComment(shop, id, { rating: 5 }))).toEqual([])
    expect(await next(() => deleteComments(shop, [id]))).toEqual([])
  })
})
